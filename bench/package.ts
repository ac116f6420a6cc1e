// How big the package is, packed and unpacked; what it brings along on a disk is said by `.ci/package`, which installs it.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Row } from "./table.ts";

const ROOT = join(import.meta.dirname, "..");
const MEGABYTE = 1_000_000;

type Packed = { size: number; unpackedSize: number };

/** Compiles and packs, without writing a tarball. @throws Error with npm's words */
export function benchPackage(): Row[] {
  run(process.execPath, ["scripts/build.ts"]);
  // Some npm answer with a list, others by the package's name.
  const answer = JSON.parse(run("npm", ["pack", "--json", "--dry-run"])) as Record<string, Packed>;
  const [packed] = Object.values(answer);
  if (packed === undefined) throw new Error("npm pack names no package");
  return [
    { what: "package, tarball", value: packed.size / 1_000, unit: "kB" },
    { what: "package, unpacked", value: packed.unpackedSize / MEGABYTE, unit: "MB" },
  ];
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
