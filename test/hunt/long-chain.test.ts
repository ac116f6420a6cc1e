// Worlds of one sandbox follow each other: what one leaves behind or uses up must not be what the next one is judged by (U-11, U-12).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { AdaptedApp } from "../../src/hunt/app/adapted-app.ts";
import type { HuntHost, HuntSandbox } from "../../src/hunt/host.ts";
import { HuntSession } from "../../src/hunt/hunt-session.ts";
import { type HuntStep, isMinted } from "../../src/hunt/plan/step.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { ask, control, type Host } from "../../src/scenario/http-client.ts";
import { aCopy, hostOf } from "./a-hunt.ts";

const usdc = { network: "base", asset: "USDC" } as const;
const open: HuntStep = { do: "open", owner: "a", network: "base" };
const pay: HuntStep = { do: "pay", owner: "a", amount: "100", ...usdc };
const settle: HuntStep = { do: "settle" };
const withdraw: HuntStep = { do: "withdraw", owner: "a", id: "w1", amount: "40", ...usdc };
const refused = (times: number): HuntStep => ({ do: "fault", gate: "chain.submit", effect: "no-gas-money", times });

const CONFIRMED = { type: "deposit.confirmed" };
const PAYOUT = { operation_id: "createPayout" };

/** A session with the correct shop, and where its sandbox listens. `settleMs`: how long books that differ are read again. */
async function aSession(settleMs = 500) {
  const copy = await aCopy({});
  const folder = mkdtempSync(join(tmpdir(), "hunt-"));
  const plain = hostOf(copy.port, []);
  let sandbox: HuntSandbox | undefined;
  const host: HuntHost = {
    ...plain,
    startSandbox: async (options) => {
      sandbox = await plain.startSandbox(options);
      return sandbox;
    },
  };
  const app = new AdaptedApp(copy.adapter, {
    processes: plain.processes,
    wall: systemClock,
    folder,
    guessed: () => {},
  });
  const session = new HuntSession({ adapter: copy.adapter, app, seed: 1, settleMs, deep: false }, host);
  onTestFinished(async () => {
    await session.close();
    copy.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  await session.open();
  const at: Host = { url: sandbox?.url ?? "", adminToken: null };
  const planned = async () => (await control(at, "GET", "/clock"))["next_due"];
  return { session, at, apiKey: sandbox?.apiKey ?? "", planned };
}

test("U-12 gas that was refused until its next try is hours away comes before the world is judged, and holds up no later one", async () => {
  const { session, planned } = await aSession();
  const long = [open, pay, settle, refused(12), withdraw, settle, { do: "travel", by: "2h" }];
  const short = [open, pay, settle, refused(1), withdraw];
  for (const steps of [long, short, long, short] as HuntStep[][]) {
    const { verdict, why, breaches } = await session.play(steps);
    expect({ verdict, why, breaches, planned: await planned() }).toEqual({
      ...{ verdict: "passed", why: null, breaches: [], planned: [] },
    });
  }
}, 120_000);

test("U-11 gas stations have plenty on every network, and payers pay no amount that a long chain of worlds would drain them with", async () => {
  const { at, apiKey } = await aSession();
  const headers = { "x-api-key": apiKey };
  const answer = await ask(at, { method: "GET", path: "/v1/gas-stations/wallets?limit=100", headers });
  const { data } = (answer as { body: { data: { balances: { balance: { amount: string } }[] }[] } }).body;
  expect(data.length).toBeGreaterThan(3);
  for (const { balances } of data) expect(Number(balances[0]?.balance.amount)).toBeGreaterThan(100_000);
  const amounts = ["999999.5", "1000000", "1234567.123456789012345678"];
  expect(amounts.map((amount) => isMinted({ amount }))).toEqual([false, true, true]);
}, 120_000);

test("U-13 books that only the repair job can make right are waited for until they stand still, not for all of the time that late books get", async () => {
  const { session } = await aSession(3_600_000);
  const dies: HuntStep = { do: "fault", gate: "webhook.delivery", effect: "status", match: CONFIRMED, times: 6 };
  const lost: HuntStep = { do: "fault", gate: "api.request", effect: "close", match: PAYOUT, times: 4 };
  const worlds: HuntStep[][] = [
    [open, dies, pay, settle],
    [open, pay, settle, lost, withdraw, settle],
  ];
  for (const steps of worlds) {
    const { verdict, why, breaches } = await session.play(steps);
    expect({ verdict, why, breaches }).toEqual({ verdict: "passed", why: null, breaches: [] });
  }
}, 120_000);
