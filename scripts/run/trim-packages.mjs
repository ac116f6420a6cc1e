// Removes from an installed node_modules what never runs on this machine: `node scripts/run/trim-packages.mjs node_modules`; on another one with
// glibc or none: `… node_modules linux-arm64`.
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const [folder = "node_modules", machine = `${process.platform}-${process.arch}`] = process.argv.slice(2);

/** Packages to remove: peer dependencies that only type declarations need. */
const PACKAGES = ["typescript", ".bin/tsc", ".bin/tsserver", ".package-lock.json"];

/** Folders of native packages that are only for building from source. */
const SOURCES = ["better-sqlite3/deps", "better-sqlite3/src", "better-sqlite3/binding.gyp"];

/** CommonJS copies of ES modules, which this project does not load. */
const TWINS = ["viem/_cjs", "ox/_cjs", "abitype/dist/cjs"];

/** Native parts come as one package for each platform; npm installs those that do not say which. */
const NATIVE = /^(edr|solidity-analyzer)-(?:darwin|linux|win32)-/;

const DEAD_FILE = /(\.(map|d\.ts|d\.mts|d\.cts|ts|mts|md|markdown|flow|tsbuildinfo)|tsconfig.*\.json)$/i;
const KEPT_FILE = /^(licen[cs]e|notice|copying)/i;

/** The binaries of a machine are named like it; those of musl have names of their own. */
const own = `${machine}.node`;

let freed = 0;

/** @param {string} path */
function remove(path) {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 };
  freed += size;
  rmSync(path, { recursive: true, force: true });
}

for (const name of [...PACKAGES, ...SOURCES, ...TWINS]) remove(join(folder, name));
for (const name of readdirSync(join(folder, "@nomicfoundation"))) {
  const mine = name.includes(machine) && !name.endsWith("-musl");
  if (NATIVE.test(name) && !mine) remove(join(folder, "@nomicfoundation", name));
}
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (!entry.isFile() || KEPT_FILE.test(entry.name)) continue;
  const foreign = entry.parentPath.endsWith(join("better-sqlite3", "prebuilds")) && entry.name !== own;
  if (foreign || DEAD_FILE.test(entry.name)) remove(path);
}
process.stdout.write(
  `trimmed ${folder}: ${Math.round(freed / 1e6)} MB in single files, and the packages that only types need\n`,
);
