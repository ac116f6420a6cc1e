// GET /wallets/{id}: an assigned wallet with its confirmed balances (H-58, S-415).
import { holdingsOf } from "../../../domain/movement/holdings.ts";
import { walletById } from "../../../domain/wallet/store.ts";
import { Problem } from "../../../kernel/problem.ts";
import { presentWalletDetails } from "../../../present/wallet.ts";
import type { Handler } from "../../handler.ts";

export const getWallet: Handler<"getWallet"> = ({ path, tenant }, { world, view }) => {
  const row = walletById(world.db, tenant.id, path.id);
  if (row === undefined) throw new Problem("walletNotFound", `no assigned wallet ${path.id}`);
  return { status: 200, data: presentWalletDetails(view, row, holdingsOf(world, row)) };
};
