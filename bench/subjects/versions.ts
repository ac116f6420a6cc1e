// The versions that a run compares: this checkout, and an earlier one as a built checkout or as a packed tarball.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** `root`: of the package; `main` is its command, `testing` its test library. */
export type Version = { name: "now" | "before"; root: string; main: string; testing: string; version: string };

const ROOT = join(import.meta.dirname, "../..");

/** Builds this checkout. @throws Error with the output of the build */
export function build(): void {
  run(process.execPath, ["scripts/run/build.ts"], ROOT);
}

/** This checkout, as `build` leaves it. */
export function versionNow(): Version {
  return versionIn("now", ROOT);
}

/** `path`: a checkout with `dist/` and `node_modules/`, or a tarball of `npm pack`, which is installed for the run. @throws Error */
export function versionBefore(path: string): Version & { remove(): void } {
  if (statSync(path).isDirectory()) return { ...versionIn("before", resolve(path)), remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "bench-before-"));
  const { name } = manifestOf(ROOT);
  run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", resolve(path)], folder);
  const version = versionIn("before", join(folder, "node_modules", name));
  return { ...version, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function versionIn(name: Version["name"], root: string): Version {
  const main = join(root, "dist/main.js");
  if (!existsSync(main)) throw new Error(`${main} is missing: build that checkout first`);
  const { version, exports } = manifestOf(root);
  return { name, root, main, testing: join(root, exports["./testing"].default), version };
}

type Manifest = { name: string; version: string; exports: { "./testing": { default: string } } };

function manifestOf(root: string): Manifest {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}\n${stdout}${stderr}`);
}
