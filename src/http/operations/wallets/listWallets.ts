// GET /wallets: a page of all assigned wallets, filtered and sorted (H-59, S-416, S-417).
import { listSql } from "../../../domain/filter.ts";
import { paginationOf } from "../../../domain/pagination.ts";
import { pageOfWallets } from "../../../domain/wallet/store.ts";
import { presentOwnedWallet } from "../../../present/wallet.ts";
import type { Handler } from "../../handler.ts";
import { rulesWithSort } from "../list-order.ts";

export const listWallets: Handler<"listWallets"> = ({ query, tenant }, { world, view, lists, readings }) => {
  const of = { tenantId: tenant.id };
  const { rows, totalItems } = pageOfWallets(
    world.db,
    of,
    listSql(query, rulesWithSort(lists.assignedWallets, query, { readings, tenantId: tenant.id })),
    query,
  );
  return {
    status: 200,
    data: rows.map((row) => presentOwnedWallet(view, row)),
    pagination: paginationOf(query, totalItems),
  };
};
