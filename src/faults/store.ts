// SQL of faults.
import type { Database } from "../db/database.ts";

/** `match` and `params` are JSON objects; `skip` hits pass first, then `times` fire (null = for ever). */
export type FaultRow = {
  id: string;
  gate: string;
  effect: string;
  match: string;
  skip: number;
  times: number | null;
  params: string;
  seen: number;
  hits: number;
};

export function insertFault(db: Database, row: FaultRow): void {
  db.run(
    `insert into fault (id, gate, effect, match, skip, times, params, seen, hits)
     values (:id, :gate, :effect, :match, :skip, :times, :params, :seen, :hits)`,
    row,
  );
}

export function listFaults(db: Database): FaultRow[] {
  return db.all("select * from fault order by id");
}

export function faultsAt(db: Database, gate: string): readonly FaultRow[] {
  return db.keptAll("select * from fault where gate = :gate order by id", { gate });
}

export function faultById(db: Database, id: string): FaultRow | undefined {
  return db.get("select * from fault where id = :id", { id });
}

export function updateFaultCounts(db: Database, id: string, seen: number, hits: number): void {
  db.run("update fault set seen = :seen, hits = :hits where id = :id", { id, seen, hits });
}

export function deleteFault(db: Database, id: string): boolean {
  return db.run("delete from fault where id = :id", { id }) === 1;
}

export function deleteAllFaults(db: Database): number {
  return db.run("delete from fault");
}
