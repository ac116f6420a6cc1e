// From "pay this" to what will be signed: call data, gas and fees, asked of the chain (async, before any transaction).
import type { Chain, Hex } from "../chains/chain.ts";
import { RpcError } from "../chains/chain.ts";
import { encodeTransfer } from "../chains/token.ts";
import type { Plan } from "../domain/attempt/attempt.ts";
import { NATIVE } from "../domain/network/network.ts";

/** A call from one of our keys; `value` in wei. */
export type Call = { from: string; to: string; value: bigint; data: Hex };

/** Gas for a call whose estimate reverts: it is sent all the same, so that the real thing happens on the chain. */
const GAS_WHEN_REVERTING = 150_000n;

/** The call that moves `raw` base units of an asset. */
export function transferCall(order: { asset: string; from: string; to: string; raw: bigint }): Call {
  const { asset, from, to, raw } = order;
  return asset === NATIVE
    ? { from, to, value: raw, data: "0x" }
    : { from, to: asset, value: 0n, data: encodeTransfer(to, raw) };
}

/** A plan with a fifth more gas than estimated (none for a plain transfer) and fees for the present base fee. */
export async function planCall(chain: Chain, call: Call): Promise<Plan> {
  const estimate = await estimateGas(chain, call);
  const gas = estimate === 21_000n ? estimate : (estimate * 12n) / 10n;
  return { to: call.to, value: call.value.toString(), data: call.data, gas: gas.toString(), ...(await feesNow(chain)) };
}

/** Twice the base fee as the most, a tenth of it (at least one gwei-thousandth) as the tip. Wei, decimal text. */
export async function feesNow(chain: Chain): Promise<Pick<Plan, "maxFeePerGas" | "maxPriorityFeePerGas">> {
  const block = await chain.request<{ baseFeePerGas: Hex }>("eth_getBlockByNumber", ["latest", false]);
  const base = BigInt(block.baseFeePerGas);
  const tip = base / 10n > 1_000_000n ? base / 10n : 1_000_000n;
  return { maxFeePerGas: (base * 2n + tip).toString(), maxPriorityFeePerGas: tip.toString() };
}

/** The most a plan can cost in gas, in wei. */
export function gasCeiling(plan: Plan): bigint {
  return BigInt(plan.gas) * BigInt(plan.maxFeePerGas);
}

/** The same plan with both fees raised by an eighth, more than the tenth an engine asks of a replacement. */
export function withHigherFees(plan: Plan): Plan {
  const raised = (wei: string): string => ((BigInt(wei) * 9n) / 8n + 1n).toString();
  return { ...plan, maxFeePerGas: raised(plan.maxFeePerGas), maxPriorityFeePerGas: raised(plan.maxPriorityFeePerGas) };
}

async function estimateGas(chain: Chain, call: Call): Promise<bigint> {
  const { from, to, data } = call;
  const value: Hex = `0x${call.value.toString(16)}`;
  try {
    return BigInt(await chain.request<Hex>("eth_estimateGas", [{ from, to, value, data }]));
  } catch (error) {
    if (error instanceof RpcError) return GAS_WHEN_REVERTING;
    throw error;
  }
}
