// A failing disk below the database of a running sandbox, at a chosen moment.
import Sqlite from "better-sqlite3";
import type { Database } from "../../../src/db/database.ts";
import { systemClock, type WallClock } from "../../../src/kernel/wall-clock.ts";

/** The loop retries a failing disk after one second; here sooner. No other wait has exactly this length. */
export const HASTY_WALL: WallClock = {
  ...systemClock,
  after: (delayMs, run, options) => systemClock.after(delayMs === 1_000 ? 1 : delayMs, run, options),
};

/** Counts the commits of a database and refuses the chosen ones as SQLite does: they are rolled back. */
export function aBadDisk(store: Database) {
  let [commits, refused, from, to] = [0, 0, 0, 0];
  store.beforeCommit(() => {
    commits += 1;
    if (commits < from || commits >= to) return;
    refused += 1;
    throw new Sqlite.SqliteError("disk I/O error", "SQLITE_IOERR_WRITE");
  });
  return {
    get commits() {
      return commits;
    },
    get refused() {
      return refused;
    },
    /** Refuses `count` commits, starting with the `first` from now on. */
    refuse({ first, count = 1 }: { first: number; count?: number }): void {
      [from, to] = [commits + first, commits + first + count];
    },
    relent(): void {
      [from, to] = [0, 0];
    },
  };
}
