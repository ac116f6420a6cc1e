// The state machine of a deposit inside the sandbox; the API shows none of them (H-02).
import { machine } from "../../kernel/machine.ts";

export const DEPOSIT_STATES = ["seen", "confirmed", "orphaned"] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

export const depositMachine = machine({
  noun: "deposit",
  states: DEPOSIT_STATES,
  initial: ["seen"],
  moves: {
    confirm: { from: ["seen"], to: "confirmed", emits: "deposit.confirmed" },
    orphan: { from: ["seen"], to: "orphaned", emits: "transaction.failed" },
    revive: { from: ["orphaned"], to: "seen", emits: "" },
  },
});
