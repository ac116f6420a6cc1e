// Taking and checking the lock of a data folder: one sandbox at a time.
import { chmodSync, closeSync, existsSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { namedOwner, nameOwner, type OwnerLock, ownerWithoutLock, takeOwnerLock } from "../db/owner-lock.ts";
import { StorageFault } from "../db/storage-fault.ts";
import { Problem } from "../kernel/problem.ts";
import { codeOf, isOurs, makeFolder } from "./folder-files.ts";
import { refusedFolder } from "./folder-refusal.ts";

const lockFileOf = (path: string): string => join(path, "owner.lock");

/** Creates the folder if it is missing and takes its lock. @throws Problem invalidRequest when it cannot be used */
export function claimFolder(path: string): OwnerLock {
  return withFolderErrors(path, () => {
    const names = existsSync(path) ? readdirSync(path) : [];
    if (names.length > 0 && !names.some(isOurs))
      throw refusedFolder(path, "is not empty and holds no world: name an empty folder, or one that does not exist");
    makeFolder(join(path, "snapshots"));
    chmodSync(path, 0o700);
    demandLockFile(path);
    closeSync(openSync(lockFileOf(path), "a", 0o600));
    const lock = takeOwnerLock(lockFileOf(path));
    if (lock === undefined)
      throw refusedFolder(
        path,
        `is in use by another sandbox${namedOwner(path)}: stop that one, or name another folder`,
      );
    nameOwner(path);
    return lock;
  });
}

/** Turns an error of the system into one that names the folder, the reason and what to check. */
export function withFolderErrors<T>(path: string, work: () => T): T {
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
  demandLockFile(path);
  if (!existsSync(lockFileOf(path))) return;
  const lock = takeOwnerLock(lockFileOf(path));
  if (lock === undefined) throw refusedFolder(path, `is in use by a sandbox${namedOwner(path)}: stop that one first`);
  lock.release();
}

/** A new lock file would not exclude a process that has locked a deleted one. */
function demandLockFile(path: string): void {
  const owner = ownerWithoutLock(path, lockFileOf(path));
  if (owner === undefined) return;
  throw refusedFolder(
    path,
    `is in use by another sandbox (process ${owner}), whose owner.lock was deleted: stop that one; if that process is no sandbox, delete owner.pid`,
  );
}
