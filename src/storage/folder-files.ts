// The files of a data folder: their names, and atomic writes.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { withStorageFault } from "../db/storage-fault.ts";
import { failpoint } from "../kernel/failpoint.ts";
import type { SnapshotBytes } from "./snapshot-store.ts";

const WORLD = /^world-(\d+)\.sqlite$/;
const OURS =
  /^(owner\.(lock|pid)|beginning\.(json|sqlite)|snapshots|backup-.*|world-\d+\.sqlite(-wal|-shm|-journal|-commits)?|.*\.new)$/;

/** True for the file names of a data folder. */
export const isOurs = (name: string): boolean => OURS.test(name);

/** The numbers of the world files in a folder. */
export function worldNumbers(path: string): number[] {
  return readdirSync(path).flatMap((name) => {
    const found = WORLD.exec(name)?.[1];
    return found === undefined ? [] : [Number(found)];
  });
}

export const worldFile = (path: string, number: number): string => join(path, `world-${number}.sqlite`);

/** The file of the current world in a folder; changes nothing. */
export function worldFileIn(path: string): string | undefined {
  const numbers = existsSync(path) ? worldNumbers(path) : [];
  return numbers.length === 0 ? undefined : worldFile(path, Math.max(...numbers));
}

/** Removes the leftovers of interrupted starts and of worlds before `number`. */
export function removeLeftovers(path: string, number: number): void {
  const current = `world-${number}.sqlite`;
  for (const name of readdirSync(path)) {
    if (name.endsWith(".new") || (/^world-/.test(name) && !name.startsWith(current))) rmSync(join(path, name));
  }
}

/** Removes a database file with its journal, log and commit-count files. */
export function removeDatabase(file: string): void {
  for (const part of ["-commits", "", "-wal", "-shm", "-journal"]) rmSync(`${file}${part}`, { force: true });
}

/**
 * Writes a file atomically: to a temporary file, synced, then renamed.
 * @throws StorageFault when the disk refuses it; the earlier file is unchanged then
 */
export function writeAtomically(file: string, bytes: Buffer): void {
  const temporary = `${file}.new`;
  withStorageFault(() => {
    rmSync(temporary, { force: true });
    try {
      writeSynced(temporary, bytes);
      failpoint("backup.mid");
      renameSync(temporary, file);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    const folder = openSync(join(file, ".."), "r");
    fsyncSync(folder);
    closeSync(folder);
  });
}

function writeSynced(file: string, bytes: Buffer): void {
  const handle = openSync(file, "wx", 0o600);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A snapshot is two files: the database, then a JSON file with its data, which makes it count as stored. */
export function snapshotFiles(path: string): SnapshotBytes {
  const file = (id: string, ending: string): string => join(path, `${id}.${ending}`);
  const remove = (id: string): void => {
    for (const ending of ["json", "sqlite"]) rmSync(file(id, ending), { force: true });
  };
  return {
    all: () =>
      readdirSync(path)
        .filter((name) => name.endsWith(".json"))
        .map((name) => JSON.parse(readFileSync(join(path, name), "utf8")))
        .toSorted((a, b) => a.number - b.number),
    put(row, bytes) {
      try {
        writeAtomically(file(row.id, "sqlite"), bytes);
        writeAtomically(file(row.id, "json"), Buffer.from(JSON.stringify(row)));
      } catch (error) {
        remove(row.id);
        throw error;
      }
    },
    bytesOf: (id) => readFileSync(file(id, "sqlite")),
    remove,
  };
}

/** The code of an error of SQLite or of the system, or its message. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
