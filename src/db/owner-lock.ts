// The lock of a data folder: a lock of the operating system on one file, which ends with its process.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";

export type OwnerLock = { release(): void };

/** Takes the lock on the file `path` (created if missing); undefined when another process or connection holds it. */
export function takeOwnerLock(path: string): OwnerLock | undefined {
  const sqlite = new Sqlite(path, { timeout: 0 });
  try {
    // The transaction never writes; it only holds the lock, which a killed process loses.
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

/** Writes the id of this process into the folder, for the error that another process gets. Only the lock decides. */
export function nameOwner(folder: string): void {
  try {
    writeFileSync(ownerFile(folder), String(process.pid), { mode: 0o600 });
  } catch {
    // A full disk must not prevent a start that only reads.
  }
}

/**
 * The id of another running process that the folder names as its owner although its lock file is missing: somebody deleted the
 * file that the process still has locked, so a new one would not exclude it. Undefined while there is a lock file, which decides.
 */
export function ownerWithoutLock(folder: string, lockFile: string): number | undefined {
  if (existsSync(lockFile) || !existsSync(ownerFile(folder))) return undefined;
  const pid = Number(readFileSync(ownerFile(folder), "latin1"));
  return Number.isSafeInteger(pid) && pid > 0 && pid !== process.pid && isRunning(pid) ? pid : undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user may not be signalled, but it runs.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export function forgetOwner(folder: string): void {
  rmSync(ownerFile(folder), { force: true });
}

/** ` (process 123)`, or "" without an id. Valid only while the lock is held: a killed process leaves its id behind. */
export function namedOwner(folder: string): string {
  const pid = existsSync(ownerFile(folder)) ? readFileSync(ownerFile(folder), "latin1") : "";
  return /^\d+$/.test(pid) ? ` (process ${pid})` : "";
}
