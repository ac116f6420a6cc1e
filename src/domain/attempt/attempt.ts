// An attempt: one signed transaction at a nonce of a sender, and its outcome (R-072…R-080).
import type { AttemptState } from "./machine.ts";

export const ATTEMPT_PURPOSES = ["payout", "transfer", "refill", "sweep", "fill", "delegate"] as const;
export type AttemptPurpose = (typeof ATTEMPT_PURPOSES)[number];
export type AttemptKind = "pay" | "replacement" | "cancel";

/** The transaction before signing, stored as JSON: wei and gas as decimal text. `authorization` makes it a type-4 transaction. */
export type UnsignedTransaction = {
  to: string;
  value: string;
  data: string;
  gas: string;
  maxFeePerGas: string;
  maxPriorityFeePerGas: string;
  /** EIP-7702: the derivation path of the delegating account, and the target contract (zero address = revoke). */
  authorization?: { derivation: string; contract: string; nonce: number };
  /** Sends the maximum of native coin: the gas price is fixed, and `value` plus gas is the whole balance. */
  whole?: true;
  /** It reverted in the simulation when it was built. */
  reverts?: true;
  /** Fields that a fault of `chain.submit` replaces in what is signed; the intended payment stays above. */
  faulty?: Partial<SignedPart>;
  /** Of a cancel: the reason of the failure of the payment once the cancel is mined. Without it the payment expires. */
  ends?: string;
};

/** The signed fields. */
export type SignedPart = Pick<
  UnsignedTransaction,
  "to" | "value" | "data" | "gas" | "maxFeePerGas" | "maxPriorityFeePerGas"
>;

/** The transaction to sign, with the fields that a fault replaces. */
export function asSigned({ faulty, ...transaction }: UnsignedTransaction): UnsignedTransaction {
  return { ...transaction, ...faulty };
}

/** The maximum gas cost of a transaction, in wei. */
export function gasCeiling(transaction: UnsignedTransaction): bigint {
  return BigInt(transaction.gas) * BigInt(transaction.maxFeePerGas);
}

/**
 * One row for each attempt. The nonces of a (network, sender) have no gap. `plan` is the unsigned transaction. `subject` is the
 * unified transaction, settlement, claim or delegation it belongs to; "" = none, it only uses up a nonce. `raw` and `hash` are "" until signed.
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
  /** The effect of a `chain.submit` fault on the current send, "" for none; null = not decided yet. */
  effect: string | null;
};

/** An attempt unmined for this long is replaced at the same nonce with higher fees (H-22). Virtual ms. */
export const REPLACE_AFTER_MS = 60_000;

/** The job that watches an unmined attempt. */
export const WATCH_ATTEMPT_JOB = "watch-attempt";
