// GET /transactions: a page of unified transactions, filtered and sorted (H-60, S-418).
import { listSql } from "../../../domain/filter.ts";
import { paginationOf } from "../../../domain/pagination.ts";
import { pageOfTransactions } from "../../../domain/transaction/store.ts";
import { presentTransaction } from "../../../present/transaction.ts";
import type { Handler } from "../../handler.ts";
import { rulesWithSort } from "../list-order.ts";

export const listTransactions: Handler<"listTransactions"> = ({ query, tenant }, { world, view, lists, readings }) => {
  const { rows, totalItems } = pageOfTransactions(
    world.db,
    tenant.id,
    listSql(query, rulesWithSort(lists.transactions, query, { readings, tenantId: tenant.id })),
    query,
  );
  return {
    status: 200,
    data: rows.map((row) => presentTransaction(view, row)),
    pagination: paginationOf(query, totalItems),
  };
};
