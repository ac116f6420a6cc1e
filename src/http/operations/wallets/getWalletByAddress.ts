// GET /wallets/address/{address}: an assigned wallet with its confirmed balances (H-09, H-42, S-376…S-379).
import type { AddressRow } from "../../../domain/address/address.ts";
import { balanceOf } from "../../../domain/movement/store.ts";
import { usdOf } from "../../../domain/network/price.ts";
import { walletByAddress } from "../../../domain/wallet/store.ts";
import type { World } from "../../../domain/world.ts";
import { Problem } from "../../../kernel/problem.ts";
import { type HeldAsset, presentWalletDetails } from "../../../present/wallet.ts";
import type { Handler } from "../../handler.ts";

export const getWalletByAddress: Handler<"getWalletByAddress"> = ({ path, tenant }, { world, view }) => {
  const row = walletByAddress(world.db, tenant.id, path.address.toLowerCase());
  if (row === undefined) throw new Problem("walletNotFound", `no assigned wallet ${path.address}`);
  return { status: 200, data: presentWalletDetails(view, row, holdingsOf(world, row)) };
};

/** One entry per catalogue asset of the wallet's network, zero balances too. */
function holdingsOf(world: World, row: AddressRow): HeldAsset[] {
  return world.catalogue.network(row.network).assets.map((asset) => {
    const raw = balanceOf(world.db, row.id, asset.key).confirmed;
    return { asset, raw, usd: usdOf(world.db, asset, raw) };
  });
}
