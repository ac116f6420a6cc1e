// SQL of delegations over all tenants, newest deposit address first (H-18).
import type { Database } from "../../db/database.ts";
import { type DelegationRow, parseDelegationRef } from "../uda/delegation.ts";
import { MAX_LOOKED_AT, type RecordQuery } from "./store.ts";

/** A delegation with whose it is. */
export type ListedDelegation = DelegationRow & { tenant_id: string; owner: string };

type Place = { uda_id: string; network: string };
const BELOW_ALL: Place = { uda_id: "", network: "" };
const ABOVE_ALL: Place = { uda_id: "\u{10FFFF}", network: "" };

/**
 * One page between the ones with the refs `after` and `before`. `q` is the start of the id of a deposit address, its owner, or a hash.
 * They keep no time. `next`: where the next page begins; null after the last.
 */
export function pageOfDelegations(db: Database, query: RecordQuery): { rows: ListedDelegation[]; next: Place | null } {
  const isNewest = query.order === "newest";
  const order = isNewest ? "order by d.uda_id desc, d.network desc" : "order by d.uda_id, d.network";
  const after = placeOf(query.after);
  const [from, below] = [after === undefined ? BELOW_ALL : justAbove(after), placeOf(query.before) ?? ABOVE_ALL];
  const bounds = boundsOf(from, below);
  const last = db.get<Place>(
    `select d.uda_id, d.network from delegation d
     where (d.uda_id, d.network) >= (:fromUda, :fromNetwork) and (d.uda_id, d.network) < (:belowUda, :belowNetwork)
     ${order} limit 1 offset :most`,
    { ...bounds, most: MAX_LOOKED_AT - 1 },
  );
  const { tenantId, owner, network: on, state, q } = query;
  const rows = db.all<ListedDelegation>(
    `select d.*, u.tenant_id, u.owner from delegation d cross join uda u on u.id = d.uda_id
     where (d.uda_id, d.network) >= (:fromUda, :fromNetwork) and (d.uda_id, d.network) < (:belowUda, :belowNetwork)
       and (:tenantId is null or u.tenant_id = :tenantId) and (:owner is null or u.owner = :owner)
       and (:on is null or d.network = :on) and (:state is null or d.state = :state)
       and (:q is null or instr(d.uda_id, lower(:q)) = 1 or instr(u.owner, :q) = 1 or instr(d.tx_hash, lower(:q)) = 1)
     ${order} limit :limit`,
    {
      ...(last === undefined ? bounds : isNewest ? boundsOf(last, below) : boundsOf(from, justAbove(last))),
      ...{ tenantId, owner, on, q, state: state === "confirmed" ? "verified" : state, limit: query.limit + 1 },
    },
  );
  if (rows.length <= query.limit) return { rows, next: last ?? null };
  const shown = rows.slice(0, query.limit);
  return { rows: shown, next: shown.at(-1) ?? null };
}

/** Where a ref stands; undefined for a cursor of something else. */
function placeOf(ref: string | null): Place | undefined {
  if (ref === null || !ref.includes("/")) return undefined;
  const { udaId, network } = parseDelegationRef(ref);
  return { uda_id: udaId, network };
}

/** The lowest place above this one, as no network has a space in its symbol. */
function justAbove({ uda_id, network }: Place): Place {
  return { uda_id, network: `${network} ` };
}

/** The lower end is inclusive, the upper one exclusive. */
function boundsOf(from: Place, below: Place) {
  return {
    ...{ fromUda: from.uda_id, fromNetwork: from.network },
    ...{ belowUda: below.uda_id, belowNetwork: below.network },
  };
}
