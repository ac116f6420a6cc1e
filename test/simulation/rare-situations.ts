// Table: rare situations that a long simulation must reach; those that it cannot reach name the suite that does.
import { neverMet } from "../../src/simulation/sometimes.ts";

export const SITUATIONS = {
  "deposit orphaned and returned at another leg position": "",
  "deposit orphaned for ever": "",
  "same transaction hash on two chains": "",
  "reorg while a payout of that vault is processing": "",
  "replacement where the old attempt won": "",
  "cancel lost against the payment": "",
  "cancel won": "",
  "expiry within 1 ms of the claim": "",
  "reject before the claim": "",
  "claim before the reject": "",
  "crash between sign-commit and send, and between send and mark": "test/crash (failpoints attempt.*)",
  "unfinished intent re-applied": "test/crash (failpoint block.after_intent)",
  "duplicate reference from two connections at once": "",
  "retire before confirm": "",
  "confirm before retire": "",
  "settlement retried after the destination had in fact succeeded": "test/crash (failpoint settle.after_dest_send)",
  "webhook delivered but answer lost (duplicate at receiver)": "",
  "attempt 6 succeeded": "",
  "dead letter replayed": "",
  "rotation overlap used": "",
  "gas shortage then refill": "",
  "two sweeps at once": "",
  "fee-on-transfer deposit":
    "test/stories/deposits/strange-tokens.test.ts: no token of the catalogue takes a fee by itself",
  "advance crossing more than 1,000 due jobs": "",
  "restart with frozen clock": "",
  "disk full during block commit": "test/stories/faults/disk-faults.test.ts",
  "list walk with insert between pages": "",
} as const satisfies Record<string, string>;

export type Situation = keyof typeof SITUATIONS;

/** The situations that a simulation itself must reach. */
export const SIMULATED_SITUATIONS = (Object.keys(SITUATIONS) as Situation[]).filter((name) => SITUATIONS[name] === "");

/** From this number of seeds on, each situation must have occurred. */
export const MIN_SEEDS = 200;

/** The situations that a run of `seeds` seeds did not reach; a run of fewer than MIN_SEEDS need not reach any. */
export function missingSituations(situations: ReadonlyMap<Situation, number>, seeds: number): Situation[] {
  return neverMet(SIMULATED_SITUATIONS, situations, { runs: seeds, minRuns: MIN_SEEDS });
}
