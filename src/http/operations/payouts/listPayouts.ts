// GET /transfer/payout: a page of payouts, filtered and sorted; an unknown vault is 404 (H-68, S-432…S-434).
import { listSql, wantedValues } from "../../../domain/filter.ts";
import { paginationOf } from "../../../domain/pagination.ts";
import { pageOfPayouts } from "../../../domain/payout/store.ts";
import type { Handler } from "../../handler.ts";
import { rulesWithSort } from "../list-order.ts";
import { vaultOfPath } from "../vaults/vault-of-path.ts";
import { payoutRules, shownPayout } from "./rejected-payout.ts";

export const listPayouts: Handler<"listPayouts"> = ({ query, tenant }, { world, lists, readings }) => {
  const rules = payoutRules(lists.payouts, readings, tenant.id);
  const list = listSql(query, rulesWithSort(rules, query, { readings, tenantId: tenant.id }));
  for (const id of wantedValues(query, lists.payouts, "vault_id")) vaultOfPath(world, tenant, id);
  const { rows, totalItems } = pageOfPayouts(world.db, tenant.id, list, query);
  return {
    status: 200,
    data: rows.map((row) => shownPayout(row, world, readings)),
    pagination: paginationOf(query, totalItems),
  };
};
