// Checks what the image gets on each of its machines: installs the packages for it as the Dockerfile does, and reads the headers of every native file.
// `node scripts/release/image-packages.ts`; needs npm. The Node of the base and that of the archives are the same version.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Entry } from "../archives/contents.ts";
import { nativeKind } from "../archives/native-kind.ts";
import { nativeFaults } from "../archives/natives.ts";
import { PLATFORMS, type Platform } from "../archives/platforms.ts";
import { npmPackage, run } from "../archives/sources.ts";

const root = join(import.meta.dirname, "../..");

/** Files that the stage `packages` of the Dockerfile copies. */
const COPIED = ["package.json", "package-lock.json", ".npmrc", "scripts/run/trim-packages.mjs"];

/** The Dockerfile's stage `packages`, for a machine that this one need not be. @returns the folder of the packages */
function installed({ system, machine }: Platform, desk: string): string {
  const folder = join(desk, machine);
  mkdirSync(folder);
  for (const file of COPIED) cpSync(join(root, file), join(folder, file), { recursive: true });
  const target = [`--os=${system}`, `--cpu=${machine}`, "--libc=glibc"];
  run("npm", ["ci", "--omit=dev", "--ignore-scripts", ...target], folder);
  run(process.execPath, ["scripts/run/trim-packages.mjs", "node_modules", `${system}-${machine}`], folder);
  return folder;
}

function filesBelow(folder: string, below: string): Entry[] {
  return readdirSync(join(folder, below), { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const file = join(entry.parentPath, entry.name);
    return [{ path: relative(folder, file), bytes: readFileSync(file), isProgram: false }];
  });
}

function check(platform: Platform, desk: string): string {
  const { node } = platform;
  const program = readFileSync(join(npmPackage(node.package, node.version, node.integrity), "bin/node"));
  const packages = filesBelow(installed(platform, desk), "node_modules");
  const entries = [{ path: "bin/node", bytes: program, isProgram: true }, ...packages];
  const faults = nativeFaults(platform, entries);
  if (faults.length > 0) throw new Error(`the image for ${platform.name}: ${faults.join("; ")}`);
  const natives = packages.filter(({ bytes }) => nativeKind(bytes) !== undefined).map(({ path }) => path);
  const size = entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return `${platform.name}: ${Math.round(size / 1e6)} MB, ${natives.map((path) => path.split("/").at(-1)).join(", ")}`;
}

const [, base = ""] = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(readFileSync(join(root, "Dockerfile"), "utf8")) ?? [];
const desk = mkdtempSync(join(tmpdir(), "image-packages-"));
try {
  for (const platform of PLATFORMS.filter(({ system }) => system === "linux")) {
    if (platform.node.version !== base)
      throw new Error(`the image has Node ${base}, the archive for ${platform.name} ${platform.node.version}`);
    process.stdout.write(`image for ${check(platform, desk)}\n`);
  }
} finally {
  rmSync(desk, { recursive: true, force: true });
}
