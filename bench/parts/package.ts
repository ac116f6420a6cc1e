// Size of the package: tarball, unpacked, and installed with its dependencies.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Part } from "../report/report.ts";

const ROOT = join(import.meta.dirname, "../..");
const MEGABYTE = 1_000_000;

type Packed = { size: number; unpackedSize: number };
type Locked = { dev?: boolean };

/** Packs what was built, without writing a tarball. @throws Error with npm's output */
export async function benchPackage(): Promise<Part> {
  // Some npm versions answer a list, others an object by package name.
  const answer = JSON.parse(run("npm", ["pack", "--json", "--dry-run"])) as Record<string, Packed>;
  const [packed] = Object.values(answer);
  if (packed === undefined) throw new Error("npm pack names no package");
  const rows = [
    { what: "package, tarball", value: packed.size / 1_000, unit: "kB" },
    { what: "package, unpacked", value: packed.unpackedSize / MEGABYTE, unit: "MB" },
    { what: "package, installed", value: (packed.unpackedSize + sizeOfDependencies()) / MEGABYTE, unit: "MB" },
  ];
  return { findings: {}, details: [], rows };
}

/** Bytes of all dependencies of an installation on this machine; `.ci/package` measures the disk usage. */
function sizeOfDependencies(): number {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  const folders = Object.keys(lock.packages).filter((path) => path !== "" && lock.packages[path]?.dev !== true);
  // Optional packages of other platforms are in the lockfile but not installed here.
  return folders
    .map((path) => join(ROOT, path))
    .filter(existsSync)
    .reduce((sum, folder) => sum + sizeOf(folder), 0);
}

/** Bytes of a package's own files, without its nested `node_modules`. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== "node_modules");
  return entries.reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? sizeOf(path) : statSync(path).size);
  }, 0);
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 * MEGABYTE,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}\n${stderr}`);
  return stdout;
}
