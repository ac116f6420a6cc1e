// GET /deposits: a page of deposits, filtered and sorted (H-46, S-398…S-400, S-240).
import { pageOfDeposits } from "../../../domain/deposit/store.ts";
import { listSql } from "../../../domain/filter.ts";
import { paginationOf } from "../../../domain/pagination.ts";
import { presentDeposit } from "../../../present/deposit.ts";
import type { Handler } from "../../handler.ts";
import { rulesWithSort } from "../list-order.ts";
import { asShown } from "./unconfirmed-deposits.ts";

export const listDeposits: Handler<"listDeposits"> = ({ query, tenant }, { world, view, lists, readings }) => {
  const list = listSql(query, rulesWithSort(lists.deposits, query, { readings, tenantId: tenant.id }));
  const find = (confirmedOnly: boolean) => pageOfDeposits(world.db, tenant.id, list, query, confirmedOnly);
  const { rows, totalItems } = asShown(readings, tenant.id, find, (shown, all) => shown.totalItems < all.totalItems);
  return {
    status: 200,
    data: rows.map((row) => presentDeposit(view, row)),
    pagination: paginationOf(query, totalItems),
  };
};
