// Whether one of the sandbox's own accounts holds what it is asked to pay, and what to do when it does not.
import type { Chain } from "../../chains/chain.ts";
import { readBalances } from "../../chains/token.ts";
import { displayAddress } from "../../domain/address/evm-address.ts";
import { gasCeiling, type UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import type { Asset } from "../../domain/network/network.ts";
import { formatAmount } from "../../kernel/amount.ts";
import { Problem } from "../../kernel/problem.ts";

/** What is paid; `raw` in base units. */
export type Payment = { readonly asset: Asset; readonly raw: bigint };

/** `kind`: of the account, for the sentence that helps. */
type Holder = { readonly account: string; readonly kind: "faucet" | "payer" };

/**
 * Asks the chain what an account holds of each asset that it is to pay; `plans` spend its native coin too, at most what their fees allow.
 * @throws Problem invalidRequest that names the first asset of which it holds too little
 */
export async function demandBalance(
  chain: Chain,
  { account, kind }: Holder,
  payments: readonly Payment[],
  plans: readonly UnsignedTransaction[],
): Promise<void> {
  const sums = sumsOf(payments);
  const held = await readBalances(
    chain,
    sums.map(({ asset }) => ({ token: asset.key, account })),
    "latest",
  );
  const fees = plans.reduce((sum, plan) => sum + gasCeiling(plan), 0n);
  for (const [index, { asset, raw }] of sums.entries()) {
    const holds = held[index] ?? 0n;
    const needs = asset.native ? raw + fees : raw;
    if (holds < needs) throw tooLittle({ account, kind }, asset, { holds, raw, fees: needs - raw });
  }
}

/** Each asset once. */
function sumsOf(payments: readonly Payment[]): Payment[] {
  const sums = new Map<string, Payment>();
  for (const { asset, raw } of payments) sums.set(asset.key, { asset, raw: raw + (sums.get(asset.key)?.raw ?? 0n) });
  return [...sums.values()];
}

function tooLittle(
  { account, kind }: Holder,
  { symbol, network, decimals, native }: Asset,
  { holds, raw, fees }: { holds: bigint; raw: bigint; fees: bigint },
): Problem {
  const [has, amount, gas] = [holds, raw, fees].map((units) => formatAmount(units, decimals));
  const address = displayAddress(account);
  const asked = fees === 0n ? amount : `${amount} and ${gas} for gas`;
  const more =
    kind === "payer"
      ? `give it more with POST /admin/faucet (to_address ${address})`
      : native
        ? `give it more with hardhat_setBalance of /rpc/${network}`
        : "nobody can make more of this token";
  return new Problem(
    "invalidRequest",
    `the ${kind} ${address} holds ${has} ${symbol} on ${network} and cannot pay ${asked}: send less, or ${more}`,
    { details: { network, asset: symbol, holds: has, amount, ...(fees === 0n ? {} : { gas }) } },
  );
}
