// Checks that node_modules matches package-lock.json on this machine.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readJson, writeJson } from "./files.mjs";

/**
 * @typedef {{version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, os?: string[], cpu?: string[], libc?: string[]}} Entry
 * @typedef {Record<string, Entry>} Entries
 * @typedef {{platform: string, arch: string, libc: () => string | undefined}} Machine
 */

/** @type {Machine} */
export const thisMachine = { platform: process.platform, arch: process.arch, libc: libcHere };

/**
 * The first difference between the lock file and the installed packages, as a message; undefined when they match. An optional package that
 * is specific to a platform must be installed on it: npm leaves it out silently when it runs under too old a Node.
 * @param {Entries} wanted `packages` of package-lock.json
 * @param {Entries} installed `packages` of node_modules/.package-lock.json
 * @param {Machine} machine
 */
export function difference(wanted, installed, machine) {
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === "") continue;
    const there = installed[path];
    if (!there) {
      if (!mayBeMissing(entry, machine)) return `${path} is missing`;
    } else if (there.version !== entry.version || there.integrity !== entry.integrity) {
      return `${path} is another version`;
    }
  }
  const extra = Object.keys(installed).find((path) => !(path in wanted));
  return extra === undefined ? undefined : `${extra} is not in the lock`;
}

/**
 * @param {Entry} entry
 * @param {Machine} machine
 */
function mayBeMissing(entry, machine) {
  if (!entry.optional && !entry.devOptional) return false;
  if (!entry.os && !entry.cpu && !entry.libc) return true;
  return !(
    fits(entry.os, machine.platform) &&
    fits(entry.cpu, machine.arch) &&
    (!entry.libc || fits(entry.libc, machine.libc()))
  );
}

/**
 * @param {string[] | undefined} allowed names, or names to exclude with a leading "!"
 * @param {string | undefined} value
 */
function fits(allowed, value) {
  if (!allowed) return true;
  if (allowed.includes(`!${value}`)) return false;
  const named = allowed.filter((name) => !name.startsWith("!"));
  return named.length === 0 || named.includes(value ?? "");
}

function libcHere() {
  if (process.platform !== "linux" || !process.report) return undefined;
  // Listing network interfaces is the slow part of a report.
  Object.assign(process.report, { excludeNetwork: true });
  const report = /** @type {any} */ (process.report.getReport());
  return report.header?.glibcVersionRuntime ? "glibc" : "musl";
}

/**
 * Whether the packages can be used as they are. The stamp is the quick answer; without it the two lock files are compared.
 * @param {string} root the project's folder
 */
export function packagesAreFresh(root) {
  const now = fingerprint(root);
  if (now === undefined) return false;
  if (readJson(stampFile(root))?.fingerprint === now) return true;
  const wanted = readJson(join(root, "package-lock.json"))?.packages;
  const installed = readJson(join(root, "node_modules", ".package-lock.json"))?.packages;
  if (!wanted || !installed || difference(wanted, installed, thisMachine) !== undefined) return false;
  try {
    rememberPackages(root);
  } catch {
    // In a read-only folder there is no stamp, and the lock files are compared each time.
  }
  return true;
}

/**
 * Writes the stamp: the installed packages were checked, or installed from the lock file.
 * @param {string} root the project's folder
 */
export function rememberPackages(root) {
  writeJson(stampFile(root), { fingerprint: fingerprint(root) });
}

/** @param {string} root the project's folder */
function fingerprint(root) {
  const files = [join(root, "package-lock.json"), join(root, "node_modules", ".package-lock.json")];
  if (!files.every((file) => existsSync(file))) return undefined;
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of files) hash.update("\0").update(readFileSync(file));
  return hash.digest("hex");
}

/** @param {string} root the project's folder */
function stampFile(root) {
  return join(root, ".cache", "launch", "packages.json");
}
