// GET /wallets/owner/{owner}: a page of an owner's wallets; an unknown owner has none (H-41, S-361…S-375).
import { listSql } from "../../../domain/filter.ts";
import { paginationOf } from "../../../domain/pagination.ts";
import { pageOfWallets } from "../../../domain/wallet/store.ts";
import { presentWallet } from "../../../present/wallet.ts";
import type { Handler } from "../../handler.ts";
import { rulesWithSort } from "../list-order.ts";

export const listWalletsByOwner: Handler<"listWalletsByOwner"> = (
  { path, query, tenant },
  { world, view, lists, readings },
) => {
  const of = { tenantId: tenant.id, owner: path.owner };
  const { rows, totalItems } = pageOfWallets(
    world.db,
    of,
    listSql(query, rulesWithSort(lists.wallets, query, { readings, tenantId: tenant.id })),
    query,
  );
  return {
    status: 200,
    data: rows.map((row) => presentWallet(view, row)),
    pagination: paginationOf(query, totalItems),
  };
};
