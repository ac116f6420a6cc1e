// The number of counted commits of a database, in its file header.
import type Sqlite from "better-sqlite3";

/** The header has 31 bits for the commit count; it stops there. */
const MAX_COMMITS = 2 ** 31 - 1;

/** Writes the count that follows `commits`, and returns it. */
export function countCommit(sqlite: Sqlite.Database, commits: number): number {
  const next = Math.min(commits + 1, MAX_COMMITS);
  sqlite.exec(`pragma user_version = ${next}`);
  return next;
}
