// An attempt: signed bytes at a nonce of a sender, and their fate (R-072…R-080).
import type { AttemptState } from "./machine.ts";

export const ATTEMPT_PURPOSES = ["payout", "transfer", "refill", "sweep", "fill", "delegate"] as const;
export type AttemptPurpose = (typeof ATTEMPT_PURPOSES)[number];
export type AttemptKind = "pay" | "replacement" | "cancel";

/** What is signed, as JSON text in the row: wei and gas as decimal text. `authorization` makes it a type-4 transaction. */
export type Plan = {
  to: string;
  value: string;
  data: string;
  gas: string;
  maxFeePerGas: string;
  maxPriorityFeePerGas: string;
  /** EIP-7702: the account that delegates, by its key's path, and what to (zero address = revoke). */
  authorization?: { derivation: string; contract: string; nonce: number };
  /** Sends all native coin: the price of gas is fixed, and `value` plus gas is exactly what there is. */
  whole?: true;
};

/** The most a plan can cost in gas, in wei. */
export function gasCeiling(plan: Plan): bigint {
  return BigInt(plan.gas) * BigInt(plan.maxFeePerGas);
}

/**
 * One row an attempt. A lane is (network, sender): its nonces have no gap. `subject` names what it serves: a unified
 * transaction, settlement, claim or delegation. `raw` and `hash` are "" until signed.
 */
export type AttemptRow = {
  id: number;
  network: string;
  sender: string;
  derivation: string;
  nonce: number;
  purpose: AttemptPurpose;
  subject: string;
  kind: AttemptKind;
  plan: string;
  raw: string;
  hash: string;
  state: AttemptState;
  sends: number;
  sent_at: number | null;
  block_height: number | null;
  error: string;
};

/** An attempt unmined for this long is replaced at the same nonce with higher fees (H-22). Virtual ms. */
export const REPLACE_AFTER_MS = 60_000;

/** The job that looks after an unmined attempt. */
export const WATCH_ATTEMPT_JOB = "watch-attempt";
