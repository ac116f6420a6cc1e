// One owner a folder: a lock of the operating system, held by an open connection, that goes with the process.
import Sqlite from "better-sqlite3";

export type OwnerLock = { release(): void };

/** Takes the lock of `path` (made when it is missing); undefined when another process, or another connection, holds it. */
export function takeOwnerLock(path: string): OwnerLock | undefined {
  const sqlite = new Sqlite(path, { timeout: 0 });
  try {
    // Nothing is ever written: the transaction is only held, and a killed process lets go of it.
    sqlite.pragma("journal_mode = memory");
    sqlite.exec("begin exclusive");
    return { release: () => void sqlite.close() };
  } catch (error) {
    sqlite.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY")) return undefined;
    throw error;
  }
}
