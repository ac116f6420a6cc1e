// From "pay this" to what will be signed: call data, gas and fees, asked of the chain (async, before any transaction).
import type { Chain, Hex } from "../../chains/chain.ts";
import { RpcError } from "../../chains/chain.ts";
import { encodeTransfer } from "../../chains/token.ts";
import { gasCeiling, type UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import { NATIVE } from "../../domain/network/network.ts";

/** A call from one of our keys; `value` in wei. */
export type Call = { from: string; to: string; value: bigint; data: Hex };

/** Gas for a call whose estimate reverts: it is sent all the same, so that the real thing happens on the chain. */
const GAS_WHEN_REVERTING = "180000";

/** The call that moves `raw` base units of an asset. */
export function transferCall(order: { asset: string; from: string; to: string; raw: bigint }): Call {
  const { asset, from, to, raw } = order;
  return asset === NATIVE
    ? { from, to, value: raw, data: "0x" }
    : { from, to: asset, value: 0n, data: encodeTransfer(to, raw) };
}

/** What a transfer of native coin to an account without code costs. */
const PLAIN_TRANSFER_GAS = 21_000n;

/** A plan with a fifth more gas than estimated (none for a plain transfer) and fees for the present base fee. */
export async function buildTransaction(chain: Chain, call: Call): Promise<UnsignedTransaction> {
  const estimate = await estimateGas(chain, call);
  const { to, data } = call;
  const value = call.value.toString();
  const fees = feesNow(chain);
  if (estimate === undefined) return { to, value, data, gas: GAS_WHEN_REVERTING, ...fees, reverts: true };
  // The engine's search may end one above the least that is enough.
  const gas = estimate <= PLAIN_TRANSFER_GAS + 1n ? PLAIN_TRANSFER_GAS : (estimate * 12n) / 10n;
  return { to, value, data, gas: gas.toString(), ...fees };
}

export type Fees = Pick<UnsignedTransaction, "maxFeePerGas" | "maxPriorityFeePerGas">;

/** Twice the base fee of the next block as the most, a tenth of it (at least one gwei-thousandth) as the tip. Wei, decimal text. */
export function feesNow(chain: Chain): Fees {
  const base = chain.baseFee;
  const tip = base / 10n > 1_000_000n ? base / 10n : 1_000_000n;
  return { maxFeePerGas: (base * 2n + tip).toString(), maxPriorityFeePerGas: tip.toString() };
}

/** Both fees raised by an eighth, more than the tenth an engine asks of a replacement. */
export function higherFees({ maxFeePerGas, maxPriorityFeePerGas }: Fees): Fees {
  const up = (wei: string): string => ((BigInt(wei) * 9n) / 8n + 1n).toString();
  return { maxFeePerGas: up(maxFeePerGas), maxPriorityFeePerGas: up(maxPriorityFeePerGas) };
}

/** What takes the place of a plan at its nonce: higher fees, and at least those that the chain asks for now. */
export function replacementOf({ faulty: _faulty, ...plan }: UnsignedTransaction, now: Fees): UnsignedTransaction {
  const raised = higherFees(plan);
  const most = (a: string, b: string): string => (BigInt(a) > BigInt(b) ? a : b);
  const maxFeePerGas = most(raised.maxFeePerGas, now.maxFeePerGas);
  if (plan.whole !== true)
    return { ...plan, maxFeePerGas, maxPriorityFeePerGas: most(raised.maxPriorityFeePerGas, now.maxPriorityFeePerGas) };
  // Where all native coin is sent, the dearer gas comes out of the value.
  const dearer = { ...plan, maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas };
  const value = BigInt(plan.value) + gasCeiling(plan) - gasCeiling(dearer);
  // Nothing would be left to send: the node refuses such a replacement, and the attempt it was for stays.
  return { ...dearer, value: value > 0n ? value.toString() : plan.value };
}

/** Nothing, sent to oneself with a plan's nonce: a cancel, or what closes a gap. */
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

/** The plan of a transfer of all native coin: at a fixed price of gas, so that nothing is left. */
export function withMaxAmount(plan: UnsignedTransaction, all: bigint): UnsignedTransaction {
  const exact: UnsignedTransaction = { ...plan, maxPriorityFeePerGas: plan.maxFeePerGas, whole: true };
  return { ...exact, value: (all - gasCeiling(exact)).toString() };
}

/** Undefined when the call would revert. */
async function estimateGas(chain: Chain, call: Call): Promise<bigint | undefined> {
  const { from, to, data } = call;
  const value: Hex = `0x${call.value.toString(16)}`;
  try {
    // Of what waits in the pool anything may fall out: only what is in a block is counted on.
    return BigInt(await chain.request<Hex>("eth_estimateGas", [{ from, to, value, data }, "latest"]));
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}
