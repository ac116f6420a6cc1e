// Several transfers in one transaction: Multicall3 makes them, and may spend exactly what they need of the payer's tokens.
import { MULTICALL_ADDRESS } from "../../chains/artifact.ts";
import type { Chain } from "../../chains/chain.ts";
import { encodeApproveMulticall, encodeTransfers, readAllowance } from "../../chains/token.ts";
import type { UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import type { Asset } from "../../domain/network/network.ts";
import { buildTransaction, type Call, feesNow } from "../attempts/build-transaction.ts";

/** One transfer; `raw` in base units. All legs are on one network. */
export type Leg = { asset: Asset; raw: bigint; to: string };

/** Gas that is enough for one leg with any token of the catalogue, and for what comes before the first. */
const GAS_OF_LEG = 150_000n;
const GAS_BEFORE = 100_000n;

/**
 * The transactions in their order: an approval for each token, then the one that holds all transfers. An allowance that a failed one
 * left behind is taken back first, because USDT on Ethereum refuses to change one.
 */
export async function planLegs(chain: Chain, from: string, legs: readonly Leg[]): Promise<UnsignedTransaction[]> {
  const plans: UnsignedTransaction[] = [];
  for (const [token, sum] of tokenSums(legs)) {
    const approve = (value: bigint): Promise<UnsignedTransaction> =>
      buildTransaction(chain, callOf(from, token, encodeApproveMulticall(value)));
    const isLeftOver = (await readAllowance(chain, token, from)) !== 0n;
    if (isLeftOver) plans.push(await approve(0n));
    plans.push(await approve(sum));
  }
  return [...plans, transfersOf(chain, from, legs)];
}

function callOf(from: string, to: string, data: Call["data"]): Call {
  return { from, to, value: 0n, data };
}

/** Base units by token, without the native coin. */
function tokenSums(legs: readonly Leg[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { asset, raw } of legs) if (!asset.native) sums.set(asset.key, (sums.get(asset.key) ?? 0n) + raw);
  return sums;
}

/** Not estimated: the allowances are not mined yet. */
function transfersOf(chain: Chain, from: string, legs: readonly Leg[]): UnsignedTransaction {
  const value = legs.reduce((sum, { asset, raw }) => (asset.native ? sum + raw : sum), 0n);
  return {
    to: MULTICALL_ADDRESS,
    value: value.toString(),
    data: encodeTransfers(
      from,
      legs.map(({ asset, to, raw }) => ({ token: asset.key, to, raw })),
    ),
    gas: (GAS_BEFORE + GAS_OF_LEG * BigInt(legs.length)).toString(),
    ...feesNow(chain),
  };
}
