// Readings of a running sandbox: set over HTTP and by the command, for all tenants or for one (C-20).
import { expect, test } from "vitest";
import { runCommand } from "../../../src/cli/program.ts";
import { READING_NAMES, valuesOf } from "../../../src/contract/readings/table.ts";
import { anIo } from "../../cli/an-io.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";

const textOf = async ({ ready }: ASandbox, key = ready.api_key): Promise<string> =>
  (await fetch(`${ready.api_base_url}/vault`, { headers: { "X-API-Key": key } })).text();

test("C-20 the catalogue has every reading with its values, where it applies, and how often it was met", async () => {
  const sandbox = await aSandbox({ reading: ["time_text=seconds"] });
  await textOf(sandbox);
  const { items } = await sandbox.control("GET", "/contract/readings");
  expect(items.map(({ name }: { name: string }) => name)).toEqual(READING_NAMES);
  for (const { name, values, operations, events, decision } of items) {
    expect(values.map(({ value }: { value: string }) => value)).toEqual(valuesOf(name));
    expect(values.map((one: { default: boolean }) => one.default)).toEqual(
      values.map((_: unknown, at: number) => at === 0),
    );
    expect(operations.length + events.length, name).toBeGreaterThan(0);
    expect(decision.length, name).toBeGreaterThan(0);
  }
  const of = (wanted: string) => items.find(({ name }: { name: string }) => name === wanted);
  expect(of("time_text").values.map(({ met }: { met: number }) => met)).toEqual([0, 1, 0, 0]);
  expect(of("extra_members").operations).toHaveLength(47);
  expect(of("rate_reset").events).toEqual([]);
  expect(of("usd_text").operations).toContain("createPayout");
  expect(of("usd_text").events).not.toContain("deposit.new");
});

test("C-20 readings are set for all, or for one tenant, whose choice comes first; null is the default", async () => {
  const sandbox = await aSandbox();
  const { api_key: otherKey, tenant_id: other } = await sandbox.control("POST", "/tenants", { name: "other" });
  const plain = await textOf(sandbox);
  const set = await sandbox.control("PUT", "/contract/ambiguity", { tenant_id: other, extra_members: "some" });
  expect(set).toMatchObject({ tenant_id: other, extra_members: "some", record: "data" });
  expect(await textOf(sandbox)).toBe(plain);
  expect(await textOf(sandbox, otherKey)).toContain("x_added_later");
  await sandbox.control("PUT", "/contract/ambiguity", { extra_members: "some", time_text: "seconds" });
  await sandbox.control("PUT", "/contract/ambiguity", { tenant_id: other, extra_members: null, time_text: "millis" });
  expect(await sandbox.control("GET", `/contract/ambiguity?tenant_id=${other}`)).toMatchObject({
    ...{ extra_members: "some", time_text: "millis" },
  });
  await sandbox.control("PUT", "/contract/ambiguity", { extra_members: null, time_text: null });
  expect(await textOf(sandbox)).toBe(plain);
});

test.each([
  [{ recrd: "data" }, 400, '"recrd" is no reading: did you mean record?'],
  [{ record: "toplevel" }, 400, "did you mean top-level?"],
  [{ record: 1 }, 400, "record"],
  [{ record: "top-level", tenant_id: "nobody" }, 404, "nobody"],
])("C-20 %j is refused, and nothing changes", async (body, status, words) => {
  const sandbox = await aSandbox();
  const answer = await sandbox.admin("PUT", "/contract/ambiguity", body);
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    status,
    expect.stringContaining(JSON.stringify(words).slice(1, -1)),
  ]);
  expect((await sandbox.control("GET", "/contract/ambiguity")).record).toBe("data");
});

test("the command lists what is set in 80 columns, sets readings and clears them", async () => {
  const { ready } = await aSandbox();
  const run = async (...words: string[]) => {
    const hands = anIo({ SANDBOX_URL: ready.url }, {}, { terminal: { columns: 80 } });
    const code = await runCommand(["contract", "readings", ...words], hands.io);
    return { code, ...hands.said };
  };
  const listed = await run();
  expect(listed).toMatchObject({ code: 0, err: "" });
  for (const line of listed.out.split("\n")) expect(line.length).toBeLessThanOrEqual(80 + 20);
  for (const name of READING_NAMES) expect(listed.out).toContain(name);
  expect(listed.out).toContain("all readings have their defaults");
  const set = JSON.parse((await run("--set", "record=top-level", "--set", "time_text=seconds", "--json")).out);
  expect(
    set.items.filter(({ now, values }: any) => now !== values[0].value).map(({ name, now }: any) => [name, now]),
  ).toEqual([
    ["record", "top-level"],
    ["time_text", "seconds"],
  ]);
  expect((await run()).out).toContain("* 2 set");
  expect((await run("--clear", "--set", "record=alternate")).out).toContain("* 1 set");
  const refused = await run("--set", "recrd=x");
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("did you mean record?")]);
  expect((await run("--tenant-id", "nobody")).code).toBe(2);
  const nowhere = await run("--url", "http://127.0.0.1:40999");
  expect([nowhere.code, nowhere.err]).toEqual([3, expect.stringContaining("no sandbox answers")]);
});
