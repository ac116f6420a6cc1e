// The state machine of a unified transaction (H-26).
import { machine } from "../../kernel/machine.ts";

export const TRANSACTION_STATUSES = [
  "created",
  "prepared",
  "signed",
  "broadcasted",
  "confirmed",
  "failed",
  "rejected",
  "expired",
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export const transactionMachine = machine({
  noun: "transaction",
  states: TRANSACTION_STATUSES,
  initial: ["created", "broadcasted"],
  moves: {
    prepare: { from: ["created"], to: "prepared", emits: "" },
    sign: { from: ["prepared"], to: "signed", emits: "" },
    broadcast: { from: ["signed"], to: "broadcasted", emits: "transaction.broadcasted" },
    confirm: { from: ["broadcasted"], to: "confirmed", emits: "transaction.confirmed" },
    retry: { from: ["created", "prepared", "signed"], to: "created", emits: "" },
    fail: { from: ["created", "prepared", "signed", "broadcasted"], to: "failed", emits: "transaction.failed" },
    revive: { from: ["failed"], to: "broadcasted", emits: "" },
    reject: { from: ["created"], to: "rejected", emits: "" },
    expire: { from: ["created", "prepared", "signed", "broadcasted"], to: "expired", emits: "" },
  },
});

export type TransactionMove = keyof (typeof transactionMachine)["moves"];
