// The pragmas of every connection, and the durability of a commit that they give.
import type Sqlite from "better-sqlite3";
import { assert } from "../kernel/assert.ts";
import { isTrusted } from "./sqlite-version.ts";

/** `normal`: commits survive any end of the process. `full`: a loss of power too. */
export type Durability = "normal" | "full";

/** The pragmas of every open, read back after setting. A database in memory differs in its journal mode only. */
export function pragmasOf(use: Durability | "reading"): readonly (readonly [string, string, number])[] {
  return [
    use === "full" ? ["synchronous", "FULL", 2] : ["synchronous", "NORMAL", 1],
    ["foreign_keys", "ON", 1],
    ["busy_timeout", "5000", 5000],
    ["trusted_schema", "OFF", 0],
    ["cell_size_check", "ON", 1],
    // 2 MB, SQLite's own default: a commit that has split a page looks through the whole cache (decision 0037).
    ["cache_size", "-2000", -2_000],
  ];
}

/** The bytes of the database header that hold the journal mode, and their value for a rollback journal. */
export const FORMAT_BYTES = [18, 20] as const;
export const ROLLBACK_FORMAT = 1;

/** Makes the settings of a new connection, and reads each back: SQLite ignores what it does not know. */
export function applyPragmas(sqlite: Sqlite.Database, journal: "memory" | "wal", use: Durability | "reading"): void {
  const set = (name: string, value: string, expected: number | string): void => {
    sqlite.pragma(`${name} = ${value}`);
    const read = sqlite.pragma(name, { simple: true });
    assert(String(read) === String(expected), "SQLite refused a setting", { name, expected, read: String(read) });
  };
  sqlite.defaultSafeIntegers(true);
  const version = String(sqlite.prepare("select sqlite_version()").pluck().get());
  assert(isTrusted(version), "this SQLite is too old or withdrawn", { version });
  // A reader does not change the journal mode of the file.
  if (use !== "reading") set("journal_mode", journal, journal);
  for (const row of pragmasOf(use)) set(...row);
}
