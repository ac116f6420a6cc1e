// A lock for the set-up: a folder with one file named after the process that holds it.
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import { dirname, join } from "node:path";

/**
 * @typedef {{pid: number, lockedAtMs: number, bootedAtMs: number, ownPid: number, isAlive: (pid: number) => boolean}} LockFacts
 */

/**
 * Whether a lock is valid: its owner must be alive, and must have taken it since the machine booted (process ids are reused).
 * @param {LockFacts} facts times in milliseconds since 1970
 * @returns {"held" | "stale"}
 */
export function judge({ pid, lockedAtMs, bootedAtMs, ownPid, isAlive }) {
  if (!Number.isSafeInteger(pid) || pid <= 0) return "stale";
  if (pid === ownPid || lockedAtMs < bootedAtMs) return "stale";
  return isAlive(pid) ? "held" : "stale";
}

/**
 * Takes the lock, or returns its holder. A folder with the owner's file in it is renamed into place: that fails while another non-empty
 * folder is there, so the lock never exists without an owner. From a stale lock only the file of the checked owner is removed, so that
 * two processes that find it at the same time cannot both take it.
 * @param {string} folder the folder of the lock
 * @returns {{holder: number} | {release: () => void}}
 */
export function take(folder) {
  for (;;) {
    const mine = `${folder}.${process.pid}`;
    rmSync(mine, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(mine);
    writeFileSync(join(mine, String(process.pid)), "");
    try {
      renameSync(mine, folder);
      return { release: () => remove(folder, String(process.pid)) };
    } catch (error) {
      rmSync(mine, { recursive: true, force: true });
      if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(code(error))) throw error;
    }
    const owner = ownerOf(folder);
    if (owner && judge(factsOf(owner)) === "held") return { holder: Number(owner.name) };
    remove(folder, owner?.name);
  }
}

/** @param {string} folder */
function ownerOf(folder) {
  try {
    const name = readdirSync(folder)[0];
    return name === undefined ? undefined : { name, lockedAtMs: statSync(join(folder, name)).mtimeMs };
  } catch (error) {
    if (code(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * @param {{name: string, lockedAtMs: number}} owner
 * @returns {LockFacts}
 */
function factsOf(owner) {
  const bootedAtMs = Date.now() - uptime() * 1000;
  return { pid: Number(owner.name), lockedAtMs: owner.lockedAtMs, bootedAtMs, ownPid: process.pid, isAlive };
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return code(error) === "EPERM";
  }
}

/**
 * @param {string} folder
 * @param {string | undefined} owner the file to remove; the folder is removed too unless another process has taken it since
 */
function remove(folder, owner) {
  try {
    if (owner !== undefined) unlinkSync(join(folder, owner));
    rmdirSync(folder);
  } catch (error) {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(code(error))) throw error;
  }
}

/** @param {unknown} error */
function code(error) {
  return String(/** @type {NodeJS.ErrnoException} */ (error).code);
}
