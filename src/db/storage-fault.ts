// When the disk says no: what SQLite and the file system report, as one error whose words say what to do.
import { Problem } from "../kernel/problem.ts";

/**
 * What the database could not do, because of the disk below it. The transaction it happened in has left nothing behind.
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
const DENIED =
  "the folder may not be written: check its permissions and try again; the change that it stopped was not made";
const BROKEN = "the disk fails: see the log of the system; the change that it stopped was not made";
const BUSY = "another process holds the database: end it and try again; the change that it stopped was not made";
const DAMAGED = 'the database is damaged: stop the sandbox and examine the folder with "doctor --data DIR"';

/** By the beginning of the code; SQLite's extended codes begin like their plain ones. */
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

/** The error as it is thrown on: a fault of the disk in words that help, anything else as it came. */
export function asStorageFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem || !("code" in error)) return error;
  const code = String(error.code);
  const words = WORDS.find(([begins]) => code.startsWith(begins))?.[1];
  return words === undefined ? error : new StorageFault(code, `${words} (${code})`);
}

/** Runs work on files; what the disk refuses comes as a `StorageFault`. */
export function withStorageFault<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asStorageFault(error);
  }
}
