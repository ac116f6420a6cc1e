// Errors of the disk, from SQLite or the file system, as one error type whose text says what to do.
import { Problem } from "../kernel/problem.ts";

/**
 * A failure of the disk. The transaction in which it happened was rolled back.
 * `code` is SQLite's (`SQLITE_FULL`) or the system's (`ENOSPC`).
 */
export class StorageFault extends Problem {
  readonly code: string;

  constructor(code: string, detail: string) {
    super("internalServerError", detail);
    this.name = "StorageFault";
    this.code = code;
  }
}

const SPACE = "the disk is full: free some space and try again; the change that it stopped was not made";
/** SQLite's limit for a database that was opened from bytes (SQLITE_MEMDB_DEFAULT_MAXSIZE). */
const FULL_MEMORY =
  "the world in memory has reached its limit of 1 GB: reset it, or start with --data DIR; the change that it stopped was not made";
const DENIED =
  "the folder may not be written: check its permissions and try again; the change that it stopped was not made";
const BROKEN = "the disk fails: see the log of the system; the change that it stopped was not made";
const BUSY = "another process holds the database: end it and try again; the change that it stopped was not made";
const DAMAGED = 'the database is damaged: stop the sandbox and examine the folder with "doctor --data DIR"';

/** By prefix of the code: SQLite's extended codes begin with the plain ones. */
const WORDS: readonly (readonly [string, string])[] = [
  ["SQLITE_FULL", SPACE],
  ["ENOSPC", SPACE],
  ["EDQUOT", SPACE],
  ["SQLITE_READONLY", DENIED],
  ["SQLITE_CANTOPEN", DENIED],
  ["SQLITE_PERM", DENIED],
  ["EACCES", DENIED],
  ["EPERM", DENIED],
  ["EROFS", DENIED],
  ["SQLITE_IOERR", BROKEN],
  ["EIO", BROKEN],
  ["EFBIG", SPACE],
  ["SQLITE_BUSY", BUSY],
  ["SQLITE_LOCKED", BUSY],
  ["SQLITE_CORRUPT", DAMAGED],
  ["SQLITE_NOTADB", DAMAGED],
];

/** Turns an error of the disk into a `StorageFault`; returns any other error unchanged. `isInMemory`: the database has no disk. */
export function asStorageFault(error: unknown, isInMemory = false): unknown {
  if (!(error instanceof Error) || error instanceof Problem || !("code" in error)) return error;
  const code = String(error.code);
  const known = WORDS.find(([prefix]) => code.startsWith(prefix))?.[1];
  const words = isInMemory && known === SPACE ? FULL_MEMORY : known;
  return words === undefined ? error : new StorageFault(code, `${words} (${code})`);
}

/** Runs work on files and throws errors of the disk as `StorageFault`. */
export function withStorageFault<T>(work: () => T, isInMemory = false): T {
  try {
    return work();
  } catch (error) {
    throw asStorageFault(error, isInMemory);
  }
}
