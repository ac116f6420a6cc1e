// One owner a folder: a lock of the operating system, held by an open connection, that goes with the process.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

const ownerFile = (folder: string): string => join(folder, "owner.pid");

/** Writes down who owns a folder: this process. The lock is what counts; the name is for whoever is refused. */
export function nameOwner(folder: string): void {
  try {
    writeFileSync(ownerFile(folder), String(process.pid), { mode: 0o600 });
  } catch {
    // A disk that is full keeps nobody from reading the world.
  }
}

export function forgetOwner(folder: string): void {
  rmSync(ownerFile(folder), { force: true });
}

/** ` (process 123)`, or nothing where nobody is named. To be believed only while the lock is held: a killed process leaves its id. */
export function namedOwner(folder: string): string {
  const pid = existsSync(ownerFile(folder)) ? readFileSync(ownerFile(folder), "latin1") : "";
  return /^\d+$/.test(pid) ? ` (process ${pid})` : "";
}
