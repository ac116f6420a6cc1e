// One jump or many steps: thirty days end in the same world, whatever was pending and however blocks are mined.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import type { MiningMode } from "../../../src/domain/network/store.ts";
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { aPayout, aVault, vaultAddress } from "../../support/payments/a-payout.ts";
import { aUda, sendToken } from "../../support/payments/a-uda.ts";
import { digestOf } from "../../support/worlds/a-digest.ts";
import { aRandomLife, diceOf } from "../../support/worlds/a-random-life.ts";

const DAY = 86_400_000;
const THIRTY_DAYS = 30 * DAY;

/** Webhook timestamps of two worlds that run one after the other must not differ. */
const STANDING_WALL = { ...systemClock, now: () => Date.UTC(2026, 5, 1) };

/** Bsc with a gas price that no gas station can pay anything at. */
const DEAR_BSC = readCatalogue().map((row) => (row.symbol === "bsc" ? { ...row, base_fee: "100000000000000" } : row));

/** A hundred random operations, and then one of everything that can be left pending. */
async function aWaitingWorld(mining: MiningMode, seed: string): Promise<ASandbox> {
  const sandbox = await aSandbox({ mining: "instant" }, DEAR_BSC, { wall: STANDING_WALL });
  const receiver = await aReceiver((_number, { json }) => (json.id.endsWith("0") ? 500 : 200));
  const { api, control, ready } = sandbox;
  await aRandomLife(sandbox, receiver, seed);
  for (const { network } of (await control("GET", "/networks")).items)
    await control("PUT", `/networks/${network}/mining`, { mode: "instant" });
  await control("DELETE", "/faults");
  const in_ = async (ms: number): Promise<string> =>
    new Date(Date.parse((await control("GET", "/clock")).now) + ms).toISOString();
  const uda = await aUda(api, { owner: "waiting" });
  // Money first, then the mining mode in question on every network, then everything that needs blocks.
  const ethereum = await aVault(sandbox, { amount: "100" });
  await control("POST", "/faucet", { network: "ethereum", asset: "ETH", to_address: ethereum, amount: "1" });
  await aVault(sandbox, { network: "bsc", asset: "USDT", amount: "100" });
  const slow = { gate: "routing.provider", effect: "slow", params: { by: "23h" }, times: 1 };
  await control("POST", "/faults", slow);
  await sendToken(sandbox, { network: "arbitrum", asset: "USDT", to: uda.address, amount: "30" });
  await control("POST", "/faults", { gate: "routing.provider", effect: "refuse", times: 4 });
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "40" });
  for (const { network } of (await control("GET", "/networks")).items)
    await control("PUT", `/networks/${network}/mining`, { mode: network === "ethereum" ? "manual" : mining });
  await control("PUT", "/networks/base/confirmations", { blocks: 5 });
  await aPayout(sandbox, { reference_id: "stuck" });
  await aPayout(sandbox, { reference_id: "stuck, then cancelled", expired_at: await in_(9 * DAY + 1_234) });
  await aPayout(sandbox, { reference_id: "no gas", network_symbol: "bsc" });
  await aPayout(sandbox, { reference_id: "no gas, then late", network_symbol: "bsc", expired_at: await in_(7 * DAY) });
  const base = await vaultAddress(api, ready.vault_id, "base");
  for (const to_address of [uda.address, base])
    await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "20", to_address });
  await control("POST", "/run-until-idle");
  return sandbox;
}

/** The same world once more, as often as requested: from its export, which opens faster than repeating the calls. */
async function copiesOf({ control }: ASandbox): Promise<() => Promise<ASandbox>> {
  const folder = mkdtempSync(join(tmpdir(), "waiting-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "world.json");
  writeFileSync(path, JSON.stringify(await control("GET", "/export")));
  return () => aSandbox({ import: path }, DEAR_BSC, { wall: STANDING_WALL });
}

type Way = (sandbox: ASandbox, seed: string) => Promise<void>;

async function inSteps({ control }: ASandbox, steps: readonly number[]): Promise<void> {
  for (const by of steps) await control("POST", "/clock/advance", { by });
}

/** Steps of up to `most` ms that add up to thirty days. */
function uneven(seed: string, most: number): number[] {
  const dice = diceOf(`${seed}: steps`);
  const steps: number[] = [];
  for (let rest = THIRTY_DAYS; rest > 0; rest -= steps.at(-1) ?? 0) steps.push(Math.min(rest, 1 + dice.upTo(most)));
  return steps;
}

const WAYS: Readonly<Record<string, Way>> = {
  "steps of eight hours": (sandbox) => inSteps(sandbox, Array<number>(90).fill(DAY / 3)),
  "steps of any length": (sandbox, seed) => inSteps(sandbox, uneven(seed, DAY)),
  "minutes, then the rest": (sandbox) => inSteps(sandbox, [...Array<number>(60).fill(60_000), THIRTY_DAYS - 3_600_000]),
  "run-until-idle with a limit": async ({ control }) => {
    const end = new Date(Date.parse((await control("GET", "/clock")).now) + THIRTY_DAYS).toISOString();
    await control("POST", "/run-until-idle", { advance: true, limit: "30d" });
    await control("POST", "/clock/advance", { to: end });
  },
};

/** A kind of job → how often it ran. */
function countsOf(ran: readonly { what: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { what } of ran) counts[what] = (counts[what] ?? 0) + 1;
  return counts;
}

test.each([
  ["instant", "one"],
  ["interval", "two"],
  ["manual", "three"],
  ["interval", "four"],
] as const)(
  "R-225 R-226 R-230 %s mining, life %s: a jump of thirty days ends in the world that every crawl ends in",
  async (mining, seed) => {
    const jumped = await aWaitingWorld(mining, seed);
    const before = digestOf(jumped.store);
    const copy = await copiesOf(jumped);
    const { ran } = await jumped.control("POST", "/clock/advance", { by: "30d" });
    // Work of every kind was done on the way.
    const kinds = ["deliver", "expire-payout", "fill-settlement", "route-settlement", "submit", "watch-attempt"];
    expect(Object.keys(countsOf(ran))).toEqual(expect.arrayContaining(kinds));
    // Four networks mine at their slots: 64 after the mode was set and after each block with transactions, then none.
    if (mining === "interval") expect(countsOf(ran)["block"]).toBeGreaterThan(4 * 64);
    const after = digestOf(jumped.store);
    expect(after).not.toEqual(before);
    for (const [name, way] of Object.entries(WAYS)) {
      const crawled = await copy();
      expect(digestOf(crawled.store), `${name}: the same beginning`).toEqual(before);
      await way(crawled, seed);
      expect(digestOf(crawled.store), name).toEqual(after);
    }
  },
  180_000,
);
