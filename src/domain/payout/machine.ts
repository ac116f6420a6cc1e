// The state machine of a payout (H-22).
import { machine } from "../../kernel/machine.ts";

export const PAYOUT_STATUSES = ["queued", "processing", "confirmed", "failed", "expired"] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

export const payoutMachine = machine({
  noun: "payout",
  states: PAYOUT_STATUSES,
  initial: ["queued"],
  moves: {
    start: { from: ["queued"], to: "processing", emits: "" },
    requeue: { from: ["processing"], to: "queued", emits: "" },
    confirm: { from: ["processing"], to: "confirmed", emits: "transaction.confirmed" },
    fail: { from: ["processing"], to: "failed", emits: "transaction.failed" },
    reject: { from: ["queued"], to: "expired", emits: "" },
    expire: { from: ["queued", "processing"], to: "expired", emits: "" },
  },
});

export type PayoutMove = keyof (typeof payoutMachine)["moves"];
