// GET /vault/{vault_id}/balances: what a vault holds and what of it is free, by network and asset (H-14, H-66, S-429, S-430).
import { addressOfHolderOn } from "../../../domain/address/store.ts";
import { available } from "../../../domain/movement/movement.ts";
import { balanceOf } from "../../../domain/movement/store.ts";
import type { Asset, Network } from "../../../domain/network/network.ts";
import { usdOf } from "../../../domain/network/price.ts";
import type { World } from "../../../domain/world.ts";
import { presentVaultBalance, type VaultHolding } from "../../../present/vault.ts";
import type { Handler, Input } from "../../handler.ts";
import { vaultOfPath } from "./vault-of-path.ts";

export const listVaultBalances: Handler<"listVaultBalances"> = ({ path, query, tenant }, { world, view }) => {
  const vault = vaultOfPath(world, tenant, path.vault_id);
  const holdings = world.catalogue.networks
    .filter((network) => isWanted(network, query))
    .flatMap((network) => holdingsOn(world, vault.id, network, query));
  return { status: 200, data: holdings.map((holding) => presentVaultBalance(view, holding)) };
};

type Wanted = Input<"listVaultBalances">["query"];

/** Slugs in any case (K-8). */
function isWanted(network: Network, query: Wanted): boolean {
  const id = query.network_id ?? network.id;
  const symbol = query.network_symbol ?? network.symbol;
  return id === network.id && symbol.toLowerCase() === network.symbol;
}

/** Native first; a ticker or a contract address names one asset. */
function holdingsOn(world: World, vaultId: string, network: Network, query: Wanted): VaultHolding[] {
  const address = addressOfHolderOn(world.db, vaultId, network.symbol);
  if (address === undefined) return [];
  const named =
    query.asset === undefined
      ? undefined
      : (world.catalogue.findAsset(network.symbol, query.asset) ??
        world.catalogue.assetBySymbol(network.symbol, query.asset));
  const assets = query.asset === undefined ? network.assets : network.assets.filter((asset) => asset === named);
  const holdings = assets.map((asset) => holdingOf(world, address.id, asset));
  return query.non_zero ? holdings.filter(({ raw }) => raw > 0n) : holdings;
}

function holdingOf(world: World, addressId: string, asset: Asset): VaultHolding {
  const balance = balanceOf(world.db, addressId, asset.key);
  const free = available(balance);
  return {
    asset,
    raw: balance.confirmed,
    usd: usdOf(world.db, asset, balance.confirmed),
    available: free,
    availableUsd: usdOf(world.db, asset, free),
  };
}
