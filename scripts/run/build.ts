// Compiles the package into dist/: one file an entry with its chunks, types, the page at `/`, and the files that the code reads at run time.
import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyAssets } from "./assets.ts";
import { bundle } from "./bundle.ts";
import { notice } from "./licences.ts";
import { buildPage } from "./page-build.ts";

const root = join(import.meta.dirname, "../..");
const compiled = join(root, ".cache/build");
const dist = join(root, "dist");

/** dist/ has the same depth as src/, so that relative paths lead to the same files from both. */
async function build(): Promise<number> {
  rmSync(compiled, { recursive: true, force: true });
  const compiler = join(root, "node_modules/typescript7/bin/tsc");
  const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) return status ?? 1;
  rmSync(dist, { recursive: true, force: true });
  renameSync(join(compiled, "src"), dist);
  rmSync(compiled, { recursive: true, force: true });
  const page = await buildPage(join(dist, "dashboard"));
  writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), notice(await bundle(dist), page));
  copyAssets(dist);
  chmodSync(join(dist, "main.js"), 0o755);
  process.stdout.write(`built dist/ with ${readdirSync(dist, { recursive: true }).length} files\n`);
  return 0;
}

process.exitCode = await build();
