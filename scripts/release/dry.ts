// Everything of a release but the pushing, twice: `npm run release:dry`. Two clean clones of the last commit must give equal files.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { run } from "../archives/sources.ts";

const root = join(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: { downloads: { type: "string", default: "" }, to: { type: "string", default: "dist-release" } },
});

/** Both builds are of this commit, also when another one is made meanwhile. */
const commit = run("git", ["rev-parse", "HEAD"], root).trim();

/**
 * Builds in a clone under `desk` and returns the folder of its files. The packages are those of this checkout, which the lock file and the
 * table of platforms pin by their hashes.
 */
function build(desk: string, name: string): string {
  const clone = join(desk, name);
  run("git", ["clone", "--quiet", root, clone], desk);
  run("git", ["checkout", "--quiet", commit], clone);
  cpSync(join(root, "node_modules"), join(clone, "node_modules"), { recursive: true, verbatimSymlinks: true });
  const packages = join(root, ".cache/archives/packages");
  mkdirSync(packages, { recursive: true });
  mkdirSync(join(clone, ".cache/archives"), { recursive: true });
  symlinkSync(packages, join(clone, ".cache/archives/packages"));
  const script = join(clone, "scripts/release/files.ts");
  const { status, signal } = spawnSync(process.execPath, [script, "--downloads", values.downloads], {
    cwd: clone,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`the ${name} build ended with ${status ?? signal}`);
  return join(clone, "dist-release");
}

const desk = mkdtempSync(join(tmpdir(), "release-"));
try {
  const [first, second] = ["first", "second"].map((name) => build(desk, name)) as [string, string];
  const sums = readFileSync(join(first, "SHA256SUMS"), "utf8");
  const others = new Set(readFileSync(join(second, "SHA256SUMS"), "utf8").split("\n"));
  const different = sums.split("\n").filter((line) => !others.has(line));
  if (different.length > 0) throw new Error(`two builds differ in\n${different.join("\n")}`);
  // Building the image needs an engine (test/package/image.sh does it); what it gets for each machine can be looked at without one.
  process.stdout.write(run(process.execPath, ["scripts/release/image-packages.ts"], join(desk, "first")));
  const to = resolve(root, values.to);
  rmSync(to, { recursive: true, force: true });
  cpSync(first, to, { recursive: true });
  process.stdout.write(`${sums}two clean clones gave these ${others.size - 1} files\n`);
} finally {
  rmSync(desk, { recursive: true, force: true });
}
