// The data folder of a durable world: a lock, the file of the current world, the initial world and the snapshots.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "../db/migrate.ts";
import { forgetOwner, namedOwner, nameOwner, type OwnerLock, takeOwnerLock } from "../db/owner-lock.ts";
import type { Durability } from "../db/pragmas.ts";
import { StorageFault } from "../db/storage-fault.ts";
import { Problem } from "../kernel/problem.ts";
import {
  codeOf,
  isOurs,
  removeLeftovers,
  snapshotFiles,
  worldFile,
  worldNumbers,
  writeAtomically,
} from "./folder-files.ts";
import { refusedFolder } from "./folder-refusal.ts";
import { OpenDatabases } from "./open-databases.ts";
import { type Opening, openVerified } from "./open-verified.ts";
import { SnapshotStore } from "./snapshot-store.ts";
import type { InitialWorld, Storage } from "./storage.ts";

/**
 * `onLoss` gets the description of lost data when the world is opened nevertheless; null refuses such a folder.
 * @throws Problem invalidRequest when the folder cannot be used, or another sandbox uses it
 */
export function openDataFolder(
  path: string,
  durability: Durability = "normal",
  onLoss: Opening["onLoss"] = null,
): Storage {
  const { lock, numbers } = claimFolder(path);
  const files = new OpenDatabases(durability);
  const opening = { open: (file: string) => files.open(file), onLoss };
  let number = Math.max(0, ...numbers);
  return {
    durable: true,
    existing() {
      return withFolderErrors(path, () => {
        removeLeftovers(path, number);
        return number === 0 ? undefined : openVerified(path, worldFile(path, number), opening);
      });
    },
    activate(bytes) {
      const file = worldFile(path, number + 1);
      writeAtomically(file, bytes);
      number += 1;
      const db = files.open(file);
      // Snapshots and the initial world may have an older schema.
      migrate(db);
      return db;
    },
    reopen(db) {
      const file = files.of(db);
      return file === undefined ? db : files.open(file);
    },
    discard: (db) => files.drop(db),
    keepInitialWorld({ bytes, clock }) {
      writeAtomically(join(path, "beginning.sqlite"), bytes);
      writeAtomically(join(path, "beginning.json"), Buffer.from(JSON.stringify({ clock })));
    },
    initialWorld() {
      const { clock } = JSON.parse(readFileSync(join(path, "beginning.json"), "utf8")) as Pick<InitialWorld, "clock">;
      return { bytes: readFileSync(join(path, "beginning.sqlite")), clock };
    },
    snapshots: new SnapshotStore(undefined, snapshotFiles(join(path, "snapshots"))),
    close: () => release(path, files, lock),
  };
}

/** Records the final state of the world file, then releases the lock. */
function release(path: string, files: OpenDatabases, lock: OwnerLock): void {
  try {
    files.seal();
  } finally {
    forgetOwner(path);
    lock.release();
  }
}

/** Creates the folder if it is missing and takes its lock. */
function claimFolder(path: string): { lock: OwnerLock; numbers: number[] } {
  return withFolderErrors(path, () => {
    const names = existsSync(path) ? readdirSync(path) : [];
    if (names.length > 0 && !names.some(isOurs))
      throw refusedFolder(path, "is not empty and holds no world: name an empty folder, or one that does not exist");
    mkdirSync(join(path, "snapshots"), { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
    closeSync(openSync(join(path, "owner.lock"), "a", 0o600));
    const lock = takeOwnerLock(join(path, "owner.lock"));
    if (lock === undefined)
      throw refusedFolder(
        path,
        `is in use by another sandbox${namedOwner(path)}: stop that one, or name another folder`,
      );
    nameOwner(path);
    return { lock, numbers: worldNumbers(path) };
  });
}

/** Turns an error of the system into one that names the folder, the reason and what to check. */
function withFolderErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem && !(error instanceof StorageFault)) throw error;
    throw refusedFolder(
      path,
      `cannot be used (${codeOf(error)}): check the path, its permissions and the space on its disk`,
    );
  }
}

/** @throws Problem invalidRequest, with the owner's process id, while a sandbox owns the folder */
export function demandUnowned(path: string): void {
  const file = join(path, "owner.lock");
  if (!existsSync(file)) return;
  const lock = takeOwnerLock(file);
  if (lock === undefined) throw refusedFolder(path, `is in use by a sandbox${namedOwner(path)}: stop that one first`);
  lock.release();
}
