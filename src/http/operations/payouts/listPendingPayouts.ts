// GET /transfer/payout/pending: the queued payouts of a vault, in the order of the queue (H-37, S-210, S-334…S-342).
import { paginationOf } from "../../../domain/pagination.ts";
import { pageOfPending } from "../../../domain/payout/store.ts";
import { presentPayout } from "../../../present/payout.ts";
import type { Handler } from "../../handler.ts";
import { vaultOfPath } from "../vaults/vault-of-path.ts";

export const listPendingPayouts: Handler<"listPendingPayouts"> = ({ query, tenant }, { world }) => {
  const vault = vaultOfPath(world, tenant, query.vault_id);
  const { rows, totalItems } = pageOfPending(world.db, vault.id, query);
  return { status: 200, data: rows.map(presentPayout), pagination: paginationOf(query, totalItems) };
};
