// An attempt: signed bytes at a nonce of a sender, and their fate (R-072…R-080).
import type { AttemptState } from "./machine.ts";

export const ATTEMPT_PURPOSES = ["payout", "transfer", "refill", "sweep", "fill", "delegate"] as const;
export type AttemptPurpose = (typeof ATTEMPT_PURPOSES)[number];
export type AttemptKind = "pay" | "replacement" | "cancel";

/** What is signed, as JSON text in the row: wei and gas as decimal text. `authorization` makes it a type-4 transaction. */
export type UnsignedTransaction = {
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
  /** It would revert, as the chain stood when it was planned. */
  reverts?: true;
  /** What is signed in place of the above, where a fault of `chain.submit` asks for it; the payment meant stays as it is. */
  faulty?: Partial<SignedPart>;
  /** Of a cancel: the payment has failed for this reason once the cancel is mined. Without it the payment has expired. */
  ends?: string;
};

/** The part of a plan that is signed. */
export type SignedPart = Pick<
  UnsignedTransaction,
  "to" | "value" | "data" | "gas" | "maxFeePerGas" | "maxPriorityFeePerGas"
>;

/** The plan as it is signed. */
export function asSigned({ faulty, ...plan }: UnsignedTransaction): UnsignedTransaction {
  return { ...plan, ...faulty };
}

/** The most a plan can cost in gas, in wei. */
export function gasCeiling(plan: UnsignedTransaction): bigint {
  return BigInt(plan.gas) * BigInt(plan.maxFeePerGas);
}

/**
 * One row an attempt. A lane is (network, sender): its nonces have no gap. `subject` names what it serves: a unified
 * transaction, settlement, claim or delegation; "" = nothing, it only uses up a nonce. `raw` and `hash` are "" until signed.
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
  /** What the send under way meets: an effect of `chain.submit`, "" for none; null = not decided yet. */
  effect: string | null;
};

/** An attempt unmined for this long is replaced at the same nonce with higher fees (H-22). Virtual ms. */
export const REPLACE_AFTER_MS = 60_000;

/** The job that looks after an unmined attempt. */
export const WATCH_ATTEMPT_JOB = "watch-attempt";
