// SQL of delegations over all tenants, newest deposit address first (H-18).
import type { Database } from "../../db/database.ts";
import { type DelegationRow, parseDelegationRef } from "../uda/delegation.ts";
import { MAX_LOOKED_AT, type RecordQuery } from "./store.ts";

/** A delegation with whose it is. */
export type ListedDelegation = DelegationRow & { tenant_id: string; owner: string };

type Place = { uda_id: string; network: string };
const BEYOND: Place = { uda_id: "\u{10FFFF}", network: "" };

/**
 * One page after the one with the ref `before`. `q` is the start of the id of a deposit address, its owner, or a hash. They keep no
 * time. `next`: where the next page begins; null after the last.
 */
export function pageOfDelegations(db: Database, query: RecordQuery): { rows: ListedDelegation[]; next: Place | null } {
  const { udaId, network } = parseDelegationRef(query.before ?? "");
  const below = query.before?.includes("/") ? { uda_id: udaId, network } : BEYOND;
  const place = { belowUda: below.uda_id, belowNetwork: below.network };
  const order = "order by d.uda_id desc, d.network desc";
  const floor = db.get<Place>(
    `select d.uda_id, d.network from delegation d where (d.uda_id, d.network) < (:belowUda, :belowNetwork)
     ${order} limit 1 offset :most`,
    { ...place, most: MAX_LOOKED_AT - 1 },
  );
  const { tenantId, owner, network: on, state, q } = query;
  const rows = db.all<ListedDelegation>(
    `select d.*, u.tenant_id, u.owner from delegation d cross join uda u on u.id = d.uda_id
     where (d.uda_id, d.network) < (:belowUda, :belowNetwork) and (d.uda_id, d.network) >= (:floorUda, :floorNetwork)
       and (:tenantId is null or u.tenant_id = :tenantId) and (:owner is null or u.owner = :owner)
       and (:on is null or d.network = :on) and (:state is null or d.state = :state)
       and (:q is null or instr(d.uda_id, lower(:q)) = 1 or instr(u.owner, :q) = 1 or instr(d.tx_hash, lower(:q)) = 1)
     ${order} limit :limit`,
    {
      ...{ ...place, floorUda: floor?.uda_id ?? "", floorNetwork: floor?.network ?? "" },
      ...{ tenantId, owner, on, q, state: state === "confirmed" ? "verified" : state, limit: query.limit + 1 },
    },
  );
  if (rows.length <= query.limit) return { rows, next: floor ?? null };
  const shown = rows.slice(0, query.limit);
  return { rows: shown, next: shown.at(-1) ?? null };
}
