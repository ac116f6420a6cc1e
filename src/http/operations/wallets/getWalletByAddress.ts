// GET /wallets/address/{address}: an assigned wallet with its confirmed balances (H-09, H-42, S-376…S-379).
import { holdingsOf } from "../../../domain/movement/holdings.ts";
import { walletByAddress } from "../../../domain/wallet/store.ts";
import { Problem } from "../../../kernel/problem.ts";
import { presentWalletDetails } from "../../../present/wallet.ts";
import type { Handler } from "../../handler.ts";

export const getWalletByAddress: Handler<"getWalletByAddress"> = ({ path, tenant }, { world, view }) => {
  const row = walletByAddress(world.db, tenant.id, path.address.toLowerCase());
  if (row === undefined) throw new Problem("walletNotFound", `no assigned wallet ${path.address}`);
  return { status: 200, data: presentWalletDetails(view, row, holdingsOf(world, row)) };
};
