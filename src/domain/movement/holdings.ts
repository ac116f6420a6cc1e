// The holdings of a watched address by asset: confirmed base units and their USD value at the current price (H-09, H-15).
import type { Database } from "../../db/database.ts";
import type { AddressRow } from "../address/address.ts";
import type { Asset } from "../network/network.ts";
import { usdOf } from "../network/price.ts";
import type { World } from "../world.ts";
import { balanceOf } from "./store.ts";

/** Confirmed base units of one asset with their USD text. */
export type Holding = { asset: Asset; raw: bigint; usd: string };

/** One entry per catalogue asset of the address's network, native first, zero balances too. */
export function holdingsOf(world: Pick<World, "db" | "catalogue">, row: AddressRow): Holding[] {
  return world.catalogue.network(row.network).assets.map((asset) => holdingOf(world.db, row.id, asset));
}

function holdingOf(db: Database, addressId: string, asset: Asset): Holding {
  const raw = balanceOf(db, addressId, asset.key).confirmed;
  return { asset, raw, usd: usdOf(db, asset, raw) };
}
