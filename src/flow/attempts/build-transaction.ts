// Building an unsigned transaction: call data, gas and fees, asked of the chain (async, outside any database transaction).
import type { Chain, Hex } from "../../chains/chain.ts";
import { RpcError } from "../../chains/chain.ts";
import { encodeTransfer } from "../../chains/token.ts";
import { gasCeiling, type UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import { NATIVE } from "../../domain/network/network.ts";

/** A call from a platform account; `value` in wei. */
export type Call = { from: string; to: string; value: bigint; data: Hex };

/** Gas limit of a call whose estimate reverts: it is sent all the same, so that it really reverts on the chain. */
const GAS_WHEN_REVERTING = "180000";

/** The call that moves `raw` base units of an asset. */
export function transferCall(input: { asset: string; from: string; to: string; raw: bigint }): Call {
  const { asset, from, to, raw } = input;
  return asset === NATIVE
    ? { from, to, value: raw, data: "0x" }
    : { from, to: asset, value: 0n, data: encodeTransfer(to, raw) };
}

/** Gas of a native transfer to an account without code. */
const PLAIN_TRANSFER_GAS = 21_000n;

/** An unsigned transaction with a fifth more gas than estimated (none for a plain transfer) and fees for the present base fee. */
export async function buildTransaction(chain: Chain, call: Call): Promise<UnsignedTransaction> {
  const estimate = await estimateGas(chain, call);
  const { to, data } = call;
  const value = call.value.toString();
  const fees = feesNow(chain);
  if (estimate === undefined) return { to, value, data, gas: GAS_WHEN_REVERTING, ...fees, reverts: true };
  // The engine's binary search may end one above the minimum.
  const gas = estimate <= PLAIN_TRANSFER_GAS + 1n ? PLAIN_TRANSFER_GAS : (estimate * 12n) / 10n;
  return { to, value, data, gas: gas.toString(), ...fees };
}

export type Fees = Pick<UnsignedTransaction, "maxFeePerGas" | "maxPriorityFeePerGas">;

/** Fee cap: twice the base fee of the next block plus the tip. Tip: a tenth of the base fee, at least 0.001 gwei. Wei, decimal text. */
export function feesNow(chain: Chain): Fees {
  const base = chain.baseFee;
  const tip = base / 10n > 1_000_000n ? base / 10n : 1_000_000n;
  return { maxFeePerGas: (base * 2n + tip).toString(), maxPriorityFeePerGas: tip.toString() };
}

/** Both fees raised by an eighth: an engine demands a tenth of a replacement. */
export function higherFees({ maxFeePerGas, maxPriorityFeePerGas }: Fees): Fees {
  const up = (wei: string): string => ((BigInt(wei) * 9n) / 8n + 1n).toString();
  return { maxFeePerGas: up(maxFeePerGas), maxPriorityFeePerGas: up(maxPriorityFeePerGas) };
}

/** A replacement at the same nonce: raised fees, and at least those that the chain demands now. */
export function replacementOf({ faulty: _faulty, ...plan }: UnsignedTransaction, now: Fees): UnsignedTransaction {
  const raised = higherFees(plan);
  const most = (a: string, b: string): string => (BigInt(a) > BigInt(b) ? a : b);
  const maxFeePerGas = most(raised.maxFeePerGas, now.maxFeePerGas);
  if (plan.whole !== true)
    return { ...plan, maxFeePerGas, maxPriorityFeePerGas: most(raised.maxPriorityFeePerGas, now.maxPriorityFeePerGas) };
  // A transfer of all native coin pays the higher gas out of its value.
  const dearer = { ...plan, maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas };
  const value = BigInt(plan.value) + gasCeiling(plan) - gasCeiling(dearer);
  // With nothing left to send the node refuses the replacement, and the replaced attempt stays.
  return { ...dearer, value: value > 0n ? value.toString() : plan.value };
}

/** A transfer of nothing to the sender itself: a cancel, or a gap filler. */
export function emptyTransaction(sender: string, plan: UnsignedTransaction, now: Fees): UnsignedTransaction {
  const { maxFeePerGas, maxPriorityFeePerGas } = plan;
  const base: UnsignedTransaction = {
    to: sender,
    value: "0",
    data: "0x",
    gas: "21000",
    maxFeePerGas,
    maxPriorityFeePerGas,
  };
  return replacementOf(base, now);
}

/** A transfer of the maximum amount of native coin: at a fixed gas price, so that nothing is left. */
export function withMaxAmount(plan: UnsignedTransaction, all: bigint): UnsignedTransaction {
  const exact: UnsignedTransaction = { ...plan, maxPriorityFeePerGas: plan.maxFeePerGas, whole: true };
  return { ...exact, value: (all - gasCeiling(exact)).toString() };
}

/** Undefined when the call would revert. */
async function estimateGas(chain: Chain, call: Call): Promise<bigint | undefined> {
  const { from, to, data } = call;
  const value: Hex = `0x${call.value.toString(16)}`;
  try {
    // A pending transaction may still be dropped: the estimate counts on mined state only.
    return BigInt(await chain.request<Hex>("eth_estimateGas", [{ from, to, value, data }, "latest"]));
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}
