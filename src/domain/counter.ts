// Counters for record ids: rows, so that a rolled-back transaction also rolls back its numbers (K-1).
import type { Database } from "../db/database.ts";
import type { Counter } from "../kernel/ids.ts";

/** A counter per kind, stored in the database. */
export function databaseCounter(db: Database): Counter {
  return (kind) => {
    const row = db.get<{ value: number }>(
      `insert into counter (kind, value) values (:kind, 1)
       on conflict (kind) do update set value = value + 1 returning value`,
      { kind },
    );
    return row?.value ?? 0;
  };
}
