// The folder of a durable world: one owner, one file that is the world, its beginning and its snapshots.
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { Database } from "./db/database.ts";
import { integrityFaults } from "./db/integrity.ts";
import { migrate, newestSchema, schemaOf } from "./db/migrate.ts";
import { type OwnerLock, takeOwnerLock } from "./db/owner-lock.ts";
import { failpoint } from "./kernel/failpoint.ts";
import { Problem } from "./kernel/problem.ts";
import { type Kept, SnapshotShelf } from "./snapshot-shelf.ts";
import type { Beginning, Storage } from "./storage.ts";

const WORLD = /^world-(\d+)\.sqlite$/;
const OURS = /^(owner\.lock|beginning\.(json|sqlite)|snapshots|backup-.*|world-\d+\.sqlite(-wal|-shm)?|.*\.new)$/;

/** @throws Problem invalidRequest when the folder cannot be used, or another sandbox uses it */
export function openDataFolder(path: string): Storage {
  const folder = claimed(path);
  const files = new Map<Database, string>();
  let number = Math.max(0, ...worldNumbers(path));
  const stand = (file: string): Database => {
    const db = new Database(file);
    files.set(db, file);
    return db;
  };
  return {
    durable: true,
    found() {
      sweep(path, number);
      if (number === 0) return undefined;
      return opened(path, worldFile(path, number), stand);
    },
    stand(bytes) {
      number += 1;
      writeWhole(worldFile(path, number), bytes);
      const db = stand(worldFile(path, number));
      // Kept snapshots and the beginning may be of an older version than the world.
      migrate(db);
      return db;
    },
    drop(db) {
      db.close();
      const file = files.get(db);
      files.delete(db);
      if (file !== undefined) for (const part of ["", "-wal", "-shm"]) rmSync(`${file}${part}`, { force: true });
    },
    keepBeginning({ bytes, clock }) {
      writeWhole(join(path, "beginning.sqlite"), bytes);
      writeWhole(join(path, "beginning.json"), Buffer.from(JSON.stringify({ clock })));
    },
    beginning() {
      const { clock } = JSON.parse(readFileSync(join(path, "beginning.json"), "utf8")) as Pick<Beginning, "clock">;
      return { bytes: readFileSync(join(path, "beginning.sqlite")), clock };
    },
    shelf: new SnapshotShelf(undefined, snapshotFiles(join(path, "snapshots"))),
    close: () => folder.release(),
  };
}

/** Makes the folder where it is missing and takes its lock. */
function claimed(path: string): OwnerLock {
  let lock: OwnerLock | undefined;
  try {
    const names = existsSync(path) ? readdirSync(path) : [];
    if (names.length > 0 && !names.some((name) => OURS.test(name)))
      throw refusedFolder(path, "is not empty and holds no world: name an empty folder, or one that does not exist");
    mkdirSync(join(path, "snapshots"), { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
    closeSync(openSync(join(path, "owner.lock"), "a", 0o600));
    lock = takeOwnerLock(join(path, "owner.lock"));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw refusedFolder(
      path,
      `cannot be used (${codeOf(error)}): check the path, its permissions and the space on its disk`,
    );
  }
  if (lock === undefined)
    throw refusedFolder(path, "is in use by another sandbox: stop that one, or name another folder");
  return lock;
}

/** Opens the file of a world only when it is whole and no newer than this code; backs it up before it is migrated. */
function opened(path: string, file: string, open: (file: string) => Database): Database {
  let faults: string[];
  let db: Database | undefined;
  try {
    db = open(file);
    faults = integrityFaults(db);
  } catch (error) {
    faults = [codeOf(error)];
  }
  if (db === undefined || faults.length > 0) {
    db?.close();
    const told = faults.slice(0, 3).join("; ");
    throw refusedFolder(
      path,
      `is damaged and was left as it is: ${file}: ${told}. Copy the folder away, then start with another one`,
    );
  }
  const schema = schemaOf(db);
  if (schema > newestSchema()) {
    db.close();
    throw refusedFolder(path, `was written by a newer version (schema ${schema}): update crypto-payment-sandbox`);
  }
  if (schema < newestSchema()) writeWhole(join(path, `backup-schema-${schema}.sqlite`), db.bytes());
  migrate(db);
  return db;
}

/** Whatever a start that was cut off, or an earlier world, has left. */
function sweep(path: string, number: number): void {
  const current = `world-${number}.sqlite`;
  for (const name of readdirSync(path)) {
    if (name.endsWith(".new") || (/^world-/.test(name) && !name.startsWith(current))) rmSync(join(path, name));
  }
}

function worldNumbers(path: string): number[] {
  return readdirSync(path).flatMap((name) => {
    const found = WORLD.exec(name)?.[1];
    return found === undefined ? [] : [Number(found)];
  });
}

const worldFile = (path: string, number: number): string => join(path, `world-${number}.sqlite`);

/** The file that is the world in a folder, looked up without changing anything. */
export function worldFileIn(path: string): string | undefined {
  const numbers = existsSync(path) ? worldNumbers(path) : [];
  return numbers.length === 0 ? undefined : worldFile(path, Math.max(...numbers));
}

/** True while a sandbox owns the folder. */
export function folderInUse(path: string): boolean {
  const file = join(path, "owner.lock");
  const lock = existsSync(file) ? takeOwnerLock(file) : undefined;
  lock?.release();
  return lock === undefined && existsSync(file);
}

/** All of a file or none: written beside it, brought to the disk, then renamed. */
export function writeWhole(file: string, bytes: Buffer): void {
  const beside = `${file}.new`;
  rmSync(beside, { force: true });
  const handle = openSync(beside, "wx", 0o600);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  failpoint("backup.mid");
  renameSync(beside, file);
  const folder = openSync(join(file, ".."), "r");
  fsyncSync(folder);
  closeSync(folder);
}

/** A snapshot is two files: its bytes, then its facts, with which it counts as kept. */
function snapshotFiles(path: string): Kept {
  const file = (id: string, ending: string): string => join(path, `${id}.${ending}`);
  return {
    all: () =>
      readdirSync(path)
        .filter((name) => name.endsWith(".json"))
        .map((name) => JSON.parse(readFileSync(join(path, name), "utf8")))
        .toSorted((a, b) => a.number - b.number),
    put(row, bytes) {
      writeWhole(file(row.id, "sqlite"), bytes);
      writeWhole(file(row.id, "json"), Buffer.from(JSON.stringify(row)));
    },
    bytesOf: (id) => readFileSync(file(id, "sqlite")),
    remove(id) {
      for (const ending of ["json", "sqlite"]) rmSync(file(id, ending), { force: true });
    },
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/** Why a folder is not used, in words that say what to do. */
export function refusedFolder(path: string, why: string): Problem {
  return new Problem("invalidRequest", `--data: the folder ${path} ${why}`);
}
