// Balances of the providers' solver accounts for the control API: present holdings by network, and initial funding.
import firstWorld from "../../../fixtures/worlds/default.json" with { type: "json" };
import type { Chains } from "../../chains/chain.ts";
import type { Asset } from "../../domain/network/network.ts";
import { PROVIDERS, type Provider } from "../../domain/quote/quote.ts";
import type { World } from "../../domain/world.ts";
import { solverPath } from "../settlements/route-accounts.ts";
import { solverBalanceOf } from "../settlements/route-settlement.ts";

/** The balance of a solver in an asset, in base units. */
export type SolverBalance = { asset: Asset; raw: bigint };

/** Providers with an account of their own; `internal` pays from the deposit address. */
export const SOLVERS: readonly Provider[] = PROVIDERS.filter((provider) => provider !== "internal");

/** A solver's balance of `asset` at block 0, in base units. */
export function initialSolverBalance(asset: Asset): bigint {
  const { native, token } = firstWorld.funding.solver;
  return BigInt(asset.native ? native : token) * 10n ** BigInt(asset.decimals);
}

/** The balances of `provider`'s solver in `assets`, read from the chains. */
export async function solverBalances(
  world: World,
  chains: Chains,
  provider: Provider,
  assets: readonly Asset[],
): Promise<SolverBalance[]> {
  const solver = world.derive(solverPath(provider));
  return Promise.all(
    assets.map(async (asset) => ({ asset, raw: await solverBalanceOf(chains.get(asset.network), asset, solver) })),
  );
}
