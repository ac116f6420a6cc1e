// Is this database whole? Asked before anything is believed that it says.
import type { Database } from "./database.ts";

/** What is wrong with it, in SQLite's words; nothing when it is whole. `full` also compares every index with its table. */
export function integrityFaults(db: Database, full = false): string[] {
  const check = full ? "integrity_check" : "quick_check";
  const found = db.all<Record<string, string>>(`pragma ${check}`).map((row) => row[check] ?? "unreadable");
  const broken = db.all<{ table: string; parent: string }>("pragma foreign_key_check");
  return [
    ...found.filter((line) => line !== "ok"),
    ...broken.map(({ table, parent }) => `a row of ${table} points to a row of ${parent} that is not there`),
  ];
}
