// The demo: a history with records in every state, the same for the same seed, created once.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { customersOf } from "../../src/demo/customers.ts";
import { createDemo } from "../../src/demo/demo.ts";
import { anIo } from "../cli/an-io.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { openReceiver } from "../support/clients/a-receiver.ts";

async function aDemo(seed = 1): Promise<ASandbox> {
  const sandbox = await aSandbox({ seed });
  await createDemo({ host: sandbox.ready, seed, runs: false });
  return sandbox;
}

async function aFreePort(): Promise<number> {
  const { url, end } = await openReceiver();
  await end();
  return Number(new URL(url).port);
}

const states = (rows: readonly { state?: string; status?: string }[]) =>
  [...new Set(rows.map(({ state, status }) => state ?? status))].sort();

test("there are deposits, transactions, payouts, UDAs, settlements and deliveries in every state that lasts", async () => {
  const { api, control } = await aDemo();
  const limit = { params: { query: { limit: 100 } } };
  const udas = (await api.GET("/uda", limit)).data?.data.items ?? [];
  const settlements = await Promise.all(
    udas.map(({ id }) => api.GET("/uda/{id}/settlements", { params: { path: { id } } })),
  );
  expect({
    deposits: states((await control("GET", "/deposits?limit=1000")).items),
    transactions: states((await api.GET("/transactions", limit)).data?.data ?? []),
    payouts: states((await api.GET("/transfer/payout", limit)).data?.data ?? []),
    udas: states(udas),
    settlements: states(settlements.flatMap(({ data }) => data?.data.items ?? [])),
    deliveries: states((await control("GET", "/deliveries?limit=1000")).items),
  }).toEqual({
    deposits: ["confirmed", "orphaned", "seen"],
    // "prepared" and "signed" last for one step of the loop.
    transactions: ["broadcasted", "confirmed", "created", "expired", "failed", "rejected"],
    payouts: ["confirmed", "expired", "failed", "processing", "queued"],
    udas: ["active", "retired"],
    // "created" lasts until the settlement is routed.
    settlements: ["completed", "failed", "retrying", "routing"],
    deliveries: ["dead", "delivered", "due"],
  });
  const { items: networks } = await control("GET", "/networks");
  for (const { network, head } of networks) expect(head.number, network).toBeGreaterThan(2);
  const { invariants } = await control("GET", "/invariants");
  expect(invariants.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
});

test("the same seed gives the same history, another seed another one", async () => {
  const [one, same] = [await aDemo(7), await aDemo(7)];
  const records = async ({ control }: ASandbox) => ({
    events: (await control("GET", "/events?limit=1000")).items,
    heads: (await control("GET", "/networks")).items.map(({ head }: any) => head),
  });
  const port = ({ ready }: ASandbox) => new URL(ready.url).port;
  const history = JSON.stringify(await records(one));
  expect(JSON.parse(JSON.stringify(await records(same)).replaceAll(port(same), port(one)))).toEqual(
    JSON.parse(history),
  );
  expect(customersOf(8)).not.toEqual(customersOf(7));
  expect(customersOf(7)).toEqual(customersOf(7));
});

test("start --demo: /healthz answers 503 until the demo is complete, and 200 once the banner is printed; everything else answers meanwhile", async () => {
  const seen: [health: number, status: number, done: boolean][] = [];
  const { io, said, until, signal } = anIo();
  const port = await aFreePort();
  const look = async (): Promise<void> => {
    const [health, status] = await Promise.all(
      ["healthz", "admin/status"].map(async (path) => (await fetch(`http://127.0.0.1:${port}/${path}`)).status),
    );
    seen.push([health!, status!, said.out !== ""]);
  };
  const looks: Promise<void>[] = [];
  const err = (text: string): void => {
    io.err(text);
    if (text.startsWith("demo: ")) looks.push(look());
  };
  const ended = runCommand(["start", "--demo", "--port", String(port)], { ...io, err });
  await until(() => said.out !== "");
  await Promise.all(looks);
  expect(seen.length).toBeGreaterThan(3);
  expect(seen.filter(([health, status, done]) => !done && (health !== 503 || status !== 200))).toEqual([]);
  await look();
  expect(seen.at(-1)).toEqual([200, 200, true]);
  signal();
  expect(await ended).toBe(0);
});

test("start --demo ends at the present, summarises its records in the banner, and creates them once per data folder", async () => {
  const data = mkdtempSync(join(tmpdir(), "a-demo-"));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const started = async () => {
    const { io, said, until, signal } = anIo();
    const ended = runCommand(["start", "--demo", "--data", data, "--port", "0"], io);
    await until(() => said.out.includes("API key  "));
    const origin = /Pages\s+(http:\S+?)\/ /.exec(said.out)?.[1];
    const clock = ((await (await fetch(`${origin}/admin/clock`)).json()) as any).data;
    signal();
    expect(await ended, said.err).toBe(0);
    return { ...said, clock };
  };
  const before = Date.now();
  const first = await started();
  expect(first.out).toMatch(/Demo +3 tenants, \d+ deposits, \d+ payouts, .*; created in \d+\.\d s\n/);
  expect(first.err).toContain("demo: customers and their payments\n");
  expect(first.clock.mode).toBe("running");
  expect(Date.parse(first.clock.now)).toBeGreaterThanOrEqual(before - 1_000);
  expect(Date.parse(first.clock.now)).toBeLessThanOrEqual(Date.now() + 1_000);
  const again = await started();
  expect(again.out).toContain("left as it was: this world already has records");
});
