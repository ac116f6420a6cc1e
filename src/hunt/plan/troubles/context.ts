// Under what the app calls an operation: plainly, or only once a deposit came back, a payout failed or its repair job runs.
import type { HuntStep } from "../step.ts";
import { type Abilities, blocks, type Moment, manual, NO_WEBHOOKS, type Trouble } from "./trouble.ts";

/** `around`: the steps of a trouble that sets this fault so that the call meets it. */
export type Context = {
  /** "" for what is called without anything happening. */
  readonly name: string;
  readonly at: Moment;
  around(fault: HuntStep): Pick<Trouble, "before" | "after">;
};

const SETTLE: HuntStep = { do: "settle" };
const RECONCILE: HuntStep = { do: "reconcile" };
const REVERT: HuntStep = { do: "fault", gate: "chain.submit", effect: "revert" };

export function plainContext(at: Moment): Context {
  return { name: "", at, around: (fault) => ({ before: [fault] }) };
}

/** What may make the app call something that it calls nowhere else, as far as it can do it. */
export function furtherContexts({
  usual,
  withdraw,
  reconcile,
}: Pick<Abilities, "usual" | "withdraw" | "reconcile">): Context[] {
  const { network } = usual;
  const returns: Context = {
    ...{ name: "after a reorg", at: "pay" },
    around: (fault) => ({
      before: [manual(usual), fault],
      after: [blocks(usual, 1), { do: "reorg", network, depth: 1, transactions: "delay" }, blocks(usual, 4), SETTLE],
    }),
  };
  const fails: Context = {
    ...{ name: "after a failed payout", at: "withdraw" },
    around: (fault) => ({ before: [REVERT, fault], after: [SETTLE] }),
  };
  // Without webhooks the job has work to do: it fails in the middle of it, and is run again.
  const repairs: Context = {
    ...{ name: "in the repair job", at: "pay" },
    around: (fault) => ({
      before: [NO_WEBHOOKS],
      after: [SETTLE, fault, RECONCILE, { do: "heal" }, RECONCILE],
    }),
  };
  return [returns, ...(withdraw ? [fails] : []), ...(reconcile ? [repairs] : [])];
}
