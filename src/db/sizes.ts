// How many bytes a database has, on disk or in memory.
import { statSync } from "node:fs";
import type Sqlite from "better-sqlite3";

/** Bytes of the database and of its write-ahead log (0 without one). */
export function sizesOf(sqlite: Sqlite.Database): { database: number; wal: number } {
  const [pages, size] = ["page_count", "page_size"].map((name) => Number(sqlite.pragma(name, { simple: true })));
  const log = sqlite.memory ? undefined : statSync(`${sqlite.name}-wal`, { throwIfNoEntry: false });
  return { database: (pages ?? 0) * (size ?? 0), wal: log?.size ?? 0 };
}
