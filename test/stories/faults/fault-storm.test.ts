// A storm on the platform's own transactions: faults at chain.submit, dropped transactions, reorgs, dear gas, cutoffs. Each is
// paid once or not at all, says so for ever, and the books equal the chains (I-07, I-09, I-19, I-20, I-21, I-42).
import { expect, test } from "vitest";
import { GATES } from "../../../src/faults/catalogue.ts";
import { Random } from "../../../src/kernel/random.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, PAYEE, payoutNow } from "../../support/payments/a-payout.ts";
import { aUda, DESTINATION, sendToken, settlementsOf, tokenBalance } from "../../support/payments/a-uda.ts";
import { differences, lanesBroken } from "../../support/worlds/ledger.ts";

const NETWORKS = ["ethereum", "polygon", "arbitrum"] as const;
const EFFECTS = Object.keys(GATES["chain.submit"].effects);
const PURPOSES = ["payout", "refill", "sweep", "fill", "delegate"] as const;

function dice(seed: number) {
  const random = new Random(String(seed));
  let drawn = 0;
  const draw = (below: number): number => {
    drawn += 1;
    return Number(BigInt(`0x${random.hex(`draw/${drawn}`, 8)}`) % BigInt(below));
  };
  return { draw, pick: <T>(list: readonly T[]): T => list[draw(list.length)]! };
}

/** Drops one of the transactions that wait, if any. */
async function dropOne({ admin }: ASandbox, network: string, pick: <T>(list: readonly T[]) => T): Promise<void> {
  const { body } = await admin("POST", `/networks/${network}/transactions/0x00/drop`);
  const waiting = body.details.waiting as { hash: string }[];
  if (waiting.length > 0) await admin("POST", `/networks/${network}/transactions/${pick(waiting).hash}/drop`);
}

/** A payout in a final state never leaves it. */
const FINAL = new Set(["confirmed", "failed", "expired"]);

test.each([1, 2, 3])("after many random faults every payment is reported as it is (seed %i)", async (seed) => {
  const sandbox = await aSandbox();
  const { api, control, admin } = sandbox;
  const { draw, pick } = dice(seed);
  await aVault(sandbox, { amount: "1000" });
  const uda = await aUda(api);
  const payouts: string[] = [];
  const seen = new Map<string, string>();
  const steps: readonly (() => Promise<unknown>)[] = [
    async () => {
      const { now } = await control("GET", "/clock");
      const expired_at = new Date(Date.parse(now) + (draw(90) + 1) * 1_000).toISOString();
      const input = { reference_id: `order-${payouts.length}`, amount: "7", ...(draw(3) === 0 ? { expired_at } : {}) };
      payouts.push((await aPayout(sandbox, input)).id);
    },
    () =>
      sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" }).catch(() => undefined),
    () => {
      const match = { purpose: pick(PURPOSES), ...(draw(2) === 0 ? { network: pick(NETWORKS) } : {}) };
      const input = { effect: pick(EFFECTS), after: draw(2), times: draw(3) + 1 };
      return control("POST", "/faults", { gate: "chain.submit", match, ...input });
    },
    () => dropOne(sandbox, pick(NETWORKS), pick),
    () => control("PUT", `/networks/${pick(NETWORKS)}/mining`, { mode: pick(["instant", "manual", "interval"]) }),
    () => control("POST", `/networks/${pick(NETWORKS)}/mine`, { blocks: draw(2) + 1 }),
    () => control("POST", "/clock/advance", { by: `${draw(70) + 1}s` }),
    () => control("PUT", `/networks/${pick(NETWORKS)}/base-fee`, { gwei: pick(["1", "5", "40"]) }),
    // Refused where it would remove what is confirmed: also an answer.
    () =>
      admin("POST", `/networks/${pick(NETWORKS)}/reorg`, { depth: 1, transactions: pick(["keep", "delay", "drop"]) }),
    async () => {
      for (const id of payouts) {
        const { status } = await payoutNow(api, id);
        const before = seen.get(id) ?? "";
        if (FINAL.has(before)) expect(status).toBe(before);
        seen.set(id, status);
      }
    },
  ];
  for (let step = 0; step < 60; step += 1) await pick(steps)();

  await control("DELETE", "/faults");
  for (const network of NETWORKS) {
    await control("PUT", `/networks/${network}/base-fee`, { gwei: "1" });
    await control("PUT", `/networks/${network}/mining`, { mode: "instant" });
  }
  const idle = await control("POST", "/run-until-idle", { advance: true, limit: "10d" });
  expect(idle.pending).toEqual([]);

  const ended = await Promise.all(payouts.map((id) => payoutNow(api, id)));
  expect(ended.filter(({ status }) => !FINAL.has(status))).toEqual([]);
  const confirmed = ended.filter(({ status }) => status === "confirmed");
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(7_000_000n * BigInt(confirmed.length));
  for (const { status, error } of ended) expect([status, error !== ""]).toEqual([status, status === "failed"]);
  const settled = (await settlementsOf(api, uda.id)).filter(({ status }) => status === "completed");
  const arrived = settled.reduce((sum, { destination }) => sum + BigInt(destination.amount), 0n);
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(arrived);
  expect((await control("GET", "/status")).incidents).toEqual([]);
  expect(await differences(sandbox)).toEqual([]);
  expect(await lanesBroken(sandbox)).toEqual([]);
});
