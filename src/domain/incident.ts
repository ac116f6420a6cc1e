// Incidents: differences between our records and a chain, recorded for people to look at.
import type { World } from "./world.ts";

/** Rows of a kind that are looked at each time somebody asks what is held back. */
const MOST_SHOWN = 50;

/**
 * `foreign-nonce`: a nonce of ours was used by another transaction; `shortage`: a chain holds less than our records;
 * `changed-receipt`: after a forced reorg a final transaction was mined with another result, or never again; `wrong-network`: money
 * for a customer arrived on a network where the address is not assigned; `paused-token`: an issuer has paused a token, until it is unpaused.
 */
export type IncidentKind = "foreign-nonce" | "shortage" | "changed-receipt" | "wrong-network" | "paused-token";

export type IncidentRow = {
  id: number;
  kind: IncidentKind;
  network: string;
  ref: string;
  detail: string;
  at: number;
};

/** Records an incident, once for each kind and `ref`; of a changed receipt the latest detail counts. */
export function raiseIncident(world: Pick<World, "db" | "clock">, incident: Omit<IncidentRow, "id" | "at">): void {
  world.db.run(
    `insert into incident (kind, network, ref, detail, at) values (:kind, :network, :ref, :detail, :at)
     on conflict (kind, ref) do update set detail = excluded.detail, at = excluded.at
       where excluded.kind = 'changed-receipt'`,
    { ...incident, at: world.clock.now() },
  );
}

/** The newest `limit`, newest first. */
export function newestIncidents(db: World["db"], limit: number): IncidentRow[] {
  return db.all("select * from incident order by id desc limit :limit", { limit });
}

/** The newest of one kind, `limit` of them at most, oldest first: whoever looks often pays for these alone. */
export function incidentsOf(db: World["db"], kind: IncidentKind, limit = MOST_SHOWN): readonly IncidentRow[] {
  return db.keptAll(
    "select * from (select * from incident where kind = :kind order by id desc limit :limit) order by id",
    { kind, limit },
  );
}

/** All of one kind on one network, oldest first. */
export function incidentsOnNetwork(db: World["db"], kind: IncidentKind, network: string): readonly IncidentRow[] {
  return db.all("select * from incident where kind = :kind and network = :network order by id", { kind, network });
}

/** What is over: nobody has to look at it any more. */
export function forgetIncident(db: World["db"], kind: IncidentKind, ref: string): void {
  db.run("delete from incident where kind = :kind and ref = :ref", { kind, ref });
}
