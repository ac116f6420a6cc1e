// GET /transfer/payout: a page of payouts, filtered and sorted; an unknown vault is 404 (H-68, S-432…S-434).
import { listSql, wantedValues } from "../../../domain/filter.ts";
import { paginationOf } from "../../../domain/pagination.ts";
import { pageOfPayouts } from "../../../domain/payout/store.ts";
import { presentPayout } from "../../../present/payout.ts";
import type { Handler } from "../../handler.ts";
import { vaultOfPath } from "../vaults/vault-of-path.ts";

export const listPayouts: Handler<"listPayouts"> = ({ query, tenant }, { world, lists }) => {
  const list = listSql(query, lists.payouts);
  for (const id of wantedValues(query, lists.payouts, "vault_id")) vaultOfPath(world, tenant, id);
  const { rows, totalItems } = pageOfPayouts(world.db, tenant.id, list, query);
  return { status: 200, data: rows.map(presentPayout), pagination: paginationOf(query, totalItems) };
};
