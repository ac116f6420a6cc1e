// Opens a connection of SQLite with the settings of every open. A world in memory is opened from bytes, and not as `:memory:`.
import Sqlite from "better-sqlite3";
import { lazy } from "../kernel/lazy.ts";
import { applyPragmas, type Durability } from "./pragmas.ts";

/**
 * One page, the header. A database `:memory:` keeps every page in SQLite's page cache, and a commit that has split a page looks through
 * the whole cache: 0.2 ms more with 60,000 pages. Opened from bytes the pages are outside of the cache, which
 * stays small (decision 0037).
 */
const emptyImage = lazy((): Buffer => {
  const empty = new Sqlite(":memory:");
  // A write: without one there is no page.
  empty.pragma("user_version = 0");
  const image = empty.serialize();
  empty.close();
  return image;
});

/** True for a database that has no file. */
export function isInMemory(source: string | Buffer): boolean {
  return typeof source !== "string" || source === ":memory:";
}

/** `source`: a file, `:memory:` for an empty database in memory, or the bytes of one. @throws SqliteError, also for a setting that is not taken */
export function openSqlite(source: string | Buffer, use: Durability | "reading"): Sqlite.Database {
  const opened = source === ":memory:" ? emptyImage() : source;
  const sqlite = new Sqlite(opened, use === "reading" ? { readonly: true, fileMustExist: true } : {});
  try {
    applyPragmas(sqlite, isInMemory(source) ? "memory" : "wal", use);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
