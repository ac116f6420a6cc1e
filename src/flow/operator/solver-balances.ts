// The providers' solvers as the control surface sees them: what they hold on each network, and how much they began with.
import firstWorld from "../../../fixtures/worlds/default.json" with { type: "json" };
import type { Chains } from "../../chains/chain.ts";
import type { Asset } from "../../domain/network/network.ts";
import { PROVIDERS, type Provider } from "../../domain/quote/quote.ts";
import type { World } from "../../domain/world.ts";
import { solverPath } from "../settlements/route-accounts.ts";
import { solverBalanceOf } from "../settlements/route-settlement.ts";

/** What a solver holds of an asset, in base units. */
export type SolverBalance = { asset: Asset; raw: bigint };

/** Providers with an account of their own; `internal` pays from the deposit address. */
export const SOLVERS: readonly Provider[] = PROVIDERS.filter((provider) => provider !== "internal");

/** Base units of `asset` in a solver's hands at block 0. */
export function initialSolverBalance(asset: Asset): bigint {
  const { native, token } = firstWorld.funding.solver;
  return BigInt(asset.native ? native : token) * 10n ** BigInt(asset.decimals);
}

/** What `provider`'s solver holds of `assets`, read from the chains. */
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
