// Faulty transactions: the fields to sign so that a transaction really reverts, runs out of gas or stays in the pool.
import { SWEEPER_ADDRESS } from "../../chains/artifact.ts";
import type { AttemptKind, SignedPart, UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import type { EffectOf } from "../../faults/catalogue.ts";
import { type Fees, higherFees } from "./build-transaction.ts";

export type SubmitEffect = EffectOf<"chain.submit">;

/** Effects in the signed bytes, by kind of attempt: a cancel calls nothing that could fail. */
export const EFFECTS_IN_BYTES: Readonly<Record<AttemptKind, readonly SubmitEffect[]>> = {
  pay: ["revert", "out-of-gas", "stuck"],
  replacement: ["revert", "out-of-gas", "stuck"],
  cancel: ["stuck"],
};

/** A selector that no contract of the sandbox has. */
const UNKNOWN_FUNCTION = "0xffffffff";

const PLAIN_GAS = 21_000n;
const GAS_PER_AUTHORIZATION = 25_000n;

/** No block accepts these. */
const LOWEST_FEES: Fees = { maxFeePerGas: "1", maxPriorityFeePerGas: "1" };

/** The fields signed instead of those of `plan`; `before` are the fees of the attempt already at the same nonce. */
export function faultyFields(
  effect: SubmitEffect | undefined,
  plan: UnsignedTransaction,
  before?: Fees,
): Partial<SignedPart> | undefined {
  switch (effect) {
    case "revert":
      return revertingCall(plan);
    case "out-of-gas":
      return { to: contractOf(plan), gas: leastGas(plan).toString() };
    case "stuck":
      return before === undefined ? LOWEST_FEES : higherFees(before);
    default:
      return undefined;
  }
}

/** The same contract with an unknown selector. Native coin goes to a contract that rejects it: an account cannot. */
function revertingCall(plan: UnsignedTransaction): Partial<SignedPart> {
  const call = { to: contractOf(plan), data: UNKNOWN_FUNCTION };
  if (BigInt(plan.gas) > PLAIN_GAS) return call;
  // Twice the gas at half the price, so that it costs no more than the payment may.
  const half = (wei: string): string => (BigInt(wei) / 2n).toString();
  return {
    ...call,
    gas: (2n * PLAIN_GAS).toString(),
    maxFeePerGas: half(plan.maxFeePerGas),
    maxPriorityFeePerGas: half(plan.maxPriorityFeePerGas),
  };
}

/** A native transfer runs no code unless its receiver is a contract. */
function contractOf({ to, data }: UnsignedTransaction): string {
  return data === "0x" ? SWEEPER_ADDRESS : to;
}

/** The intrinsic gas that a node demands (EIP-2028, EIP-7623, EIP-7702): enough to be mined, nothing left to execute. */
function leastGas({ data, authorization }: UnsignedTransaction): bigint {
  const bytes = data.slice(2).match(/../g) ?? [];
  const zeros = BigInt(bytes.filter((byte) => byte === "00").length);
  const others = BigInt(bytes.length) - zeros;
  const authorizations = authorization === undefined ? 0n : GAS_PER_AUTHORIZATION;
  const intrinsic = PLAIN_GAS + 4n * zeros + 16n * others + authorizations;
  const floor = PLAIN_GAS + 10n * (zeros + 4n * others);
  return intrinsic > floor ? intrinsic : floor;
}
