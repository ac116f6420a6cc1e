// The data folder of a durable world: a lock, the file of the current world, the initial world and the snapshots.
import { basename, join } from "node:path";
import { migrate } from "../db/migrate.ts";
import { forgetOwner, type OwnerLock } from "../db/owner-lock.ts";
import type { Durability } from "../db/pragmas.ts";
import { recordedCommits } from "./commit-count-file.ts";
import { missingWorldFile, removeLeftovers, worldFile, worldNumbers, writeAtomically } from "./folder-files.ts";
import { claimFolder, withFolderErrors } from "./folder-lock.ts";
import { refusedFolder } from "./folder-refusal.ts";
import { OpenDatabases } from "./open-databases.ts";
import { AFTER_A_LOSS, type Opening, openVerified } from "./open-verified.ts";
import { damagedFiles, readInitialWorld, snapshotFiles } from "./snapshot-files.ts";
import { SnapshotStore } from "./snapshot-store.ts";
import type { Storage } from "./storage.ts";

/**
 * `onLoss` gets the description of lost data when the world is opened nevertheless; null refuses such a folder.
 * `onDamaged` gets each file that is left out because it is damaged, with what to do.
 * @throws Problem invalidRequest when the folder cannot be used, or another sandbox uses it
 */
export function openDataFolder(
  path: string,
  durability: Durability = "normal",
  onLoss: Opening["onLoss"] = null,
  onDamaged: (what: string) => void = () => {},
): Storage {
  const lock = claimFolder(path);
  const files = new OpenDatabases(durability);
  const opening = { open: (file: string) => files.open(file), onLoss };
  let number = Math.max(0, ...worldNumbers(path));
  return {
    durable: true,
    existing() {
      return withFolderErrors(path, () => {
        demandWorldFile(path, onLoss);
        removeLeftovers(path, number);
        if (number > 0) for (const what of damagedFiles(path)) onDamaged(what);
        return number === 0 ? undefined : openVerified(path, worldFile(path, number), opening);
      });
    },
    activate(bytes) {
      const file = worldFile(path, number + 1);
      writeAtomically(file, bytes);
      try {
        const db = files.open(file);
        // Snapshots and the initial world may have an older schema.
        migrate(db);
        number += 1;
        return db;
      } catch (error) {
        // The next start opens the file with the highest number.
        files.dropFile(file);
        throw error;
      }
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
    initialWorld: () => readInitialWorld(path),
    snapshots: new SnapshotStore(undefined, snapshotFiles(path)),
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

/** @throws Problem invalidRequest when the file of the world is gone and `onLoss` does not accept it */
export function demandWorldFile(path: string, onLoss: Opening["onLoss"]): void {
  const file = missingWorldFile(path);
  if (file === undefined) return;
  const lost = `lacks ${basename(file)}, and with it ${recordedCommits(file) ?? "all"} commits`;
  if (onLoss === null) throw refusedFolder(path, `${lost}. ${AFTER_A_LOSS}`);
  onLoss(`the folder ${path} ${lost}`);
}
