// Calls of a world that go out together: in their order, past refusals, and as one request (U-62).
import { expect, test } from "vitest";
import { Calls } from "../../src/hunt/world/calls.ts";
import { aSandbox } from "../support/a-sandbox.ts";

const fault = { gate: "webhook.delivery", effect: "drop" };

async function somewhere() {
  const sandbox = await aSandbox();
  const batches = async (): Promise<number> => {
    const { items } = await sandbox.control("GET", "/requests?surface=admin&limit=200");
    return (items as { operation_id: string }[]).filter(({ operation_id }) => operation_id === "runBatch").length;
  };
  const faults = async (): Promise<number> => (await sandbox.control("GET", "/faults")).items.length;
  return { calls: new Calls({ url: sandbox.url, adminToken: null }), batches, faults };
}

test("they wait for the flush, go out as one request, and each gets its own answer", async () => {
  const { calls, batches, faults } = await somewhere();
  const read: unknown[] = [];
  await calls.add("POST", "/faults", fault);
  await calls.add("GET", "/faults", undefined, { read: ({ items }) => void read.push(items) });
  expect(await faults()).toBe(0);
  expect(await calls.flush()).toBe(0);
  expect(read).toMatchObject([[fault]]);
  expect([await batches(), await faults()]).toEqual([1, 1]);
  expect([await calls.flush(), await batches()]).toEqual([0, 1]);
});

test("a refused one does nothing, is counted, and those behind it are made", async () => {
  const { calls, faults } = await somewhere();
  const wrong = { network: "base", asset: "USDC", amount: "5", owner: "nobody" };
  for (const body of [fault, wrong, fault, wrong])
    await calls.add("POST", body === wrong ? "/deposits" : "/faults", body);
  expect(await calls.flush()).toBe(2);
  expect(await faults()).toBe(2);
});

test("one that must succeed ends the hunt with the sandbox's words", async () => {
  const { calls } = await somewhere();
  await calls.add("POST", "/networks/nowhere/mine", { blocks: 1 }, { must: true });
  await expect(calls.flush()).rejects.toThrow("POST /admin/networks/nowhere/mine answered 404");
});

test("more than a batch takes are made in several, in their order", async () => {
  const { calls, batches, faults } = await somewhere();
  for (let count = 0; count < 130; count += 1) await calls.add("GET", "/clock");
  await calls.add("POST", "/faults", fault);
  expect(await calls.flush()).toBe(0);
  expect([await batches(), await faults()]).toEqual([2, 1]);
});

test("of steps that begin at once each goes out by itself", async () => {
  const { calls, batches, faults } = await somewhere();
  calls.isAtOnce = true;
  await Promise.all([calls.add("POST", "/faults", fault), calls.add("POST", "/faults", fault)]);
  expect([await faults(), await batches()]).toEqual([2, 0]);
  await expect(calls.add("POST", "/faults", {})).rejects.toThrow("answered 400");
});
