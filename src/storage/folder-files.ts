// The files of a data folder: their names, and atomic writes.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { withStorageFault } from "../db/storage-fault.ts";
import { failpoint } from "../kernel/failpoint.ts";

const WORLD = /^world-(\d+)\.sqlite$/;
const ATTACHED = /^world-(\d+)\.sqlite-(wal|shm|journal|commits)$/;
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

/**
 * The world file that is missing although files that belong to it are there; undefined when none is. A world is replaced by one
 * with a higher number, and its commit-count file is removed first: so a number above all worlds, or anything without a world,
 * is not the leftover of a replacement.
 */
export function missingWorldFile(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const last = Math.max(0, ...worldNumbers(path));
  const orphans = readdirSync(path).flatMap((name) => {
    const [, number = "0", kind] = ATTACHED.exec(name) ?? [];
    return Number(number) > last && (last === 0 || kind === "commits") ? [Number(number)] : [];
  });
  return orphans.length === 0 ? undefined : worldFile(path, Math.max(...orphans));
}

/**
 * Creates a folder with its parents, for its owner only. Not by `recursive`: Node retries for ever where the system creates
 * nothing, as below /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  mkdirSync(path, { mode: 0o700 });
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

/** The code of an error of SQLite or of the system, or its message. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
