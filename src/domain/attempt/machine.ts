// The moves of an attempt: written before it is sent, decided by the chain.
import { machine } from "../../kernel/machine.ts";

export const ATTEMPT_STATES = ["prepared", "signed", "sent", "mined", "confirmed", "failed", "void", "lost"] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

export const attemptMachine = machine({
  noun: "attempt",
  states: ATTEMPT_STATES,
  initial: ["prepared"],
  moves: {
    sign: { from: ["prepared"], to: "signed", emits: "" },
    send: { from: ["signed", "sent"], to: "sent", emits: "" },
    mine: { from: ["signed", "sent", "lost"], to: "mined", emits: "" },
    unmine: { from: ["mined"], to: "sent", emits: "" },
    confirm: { from: ["mined"], to: "confirmed", emits: "" },
    fail: { from: ["mined"], to: "failed", emits: "" },
    /** Certainly never reached the node: the nonce is free again. */
    void: { from: ["prepared", "signed"], to: "void", emits: "" },
    /** Another transaction at the same nonce was mined. */
    lose: { from: ["prepared", "signed", "sent"], to: "lost", emits: "" },
    /** A forced reorg removed it, and another transaction at the same nonce was mined instead. */
    displace: { from: ["confirmed", "failed"], to: "lost", emits: "" },
  },
});
