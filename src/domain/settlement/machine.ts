// The state machine of a settlement (H-25).
import { machine } from "../../kernel/machine.ts";

export const SETTLEMENT_STATUSES = ["created", "routing", "completed", "failed", "retrying"] as const;
export type SettlementStatus = (typeof SETTLEMENT_STATUSES)[number];

export const settlementMachine = machine({
  noun: "settlement",
  states: SETTLEMENT_STATUSES,
  initial: ["created"],
  moves: {
    accept: { from: ["created", "retrying"], to: "routing", emits: "uda.settlement.created" },
    postpone: { from: ["created", "routing", "retrying"], to: "retrying", emits: "" },
    complete: { from: ["routing"], to: "completed", emits: "uda.settlement.completed" },
    exhaust: { from: ["created", "routing", "retrying"], to: "failed", emits: "uda.settlement.failed" },
    requeue: { from: ["failed"], to: "retrying", emits: "" },
  },
});

export type SettlementMove = keyof (typeof settlementMachine)["moves"];
