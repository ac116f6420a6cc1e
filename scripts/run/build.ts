// Compiles the package into dist/: one file an entry with its chunks, types, and the files that the code reads at run time.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle.ts";
import { notice } from "./licences.ts";

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
  writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), notice(await bundle(dist)));
  copyAssets();
  copyViewer();
  chmodSync(join(dist, "main.js"), 0o755);
  process.stdout.write(`built dist/ with ${readdirSync(dist, { recursive: true }).length} files\n`);
  return 0;
}

/** Copies the files of src/ that are not TypeScript: migrations, pages. */
function copyAssets(): void {
  for (const entry of readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(ts|tsx)$/.test(entry.name)) continue;
    const from = join(entry.parentPath, entry.name);
    const to = from.replace(join(root, "src"), dist);
    if (!existsSync(to)) cpSync(from, to);
  }
}

/** The files of the API viewer that `/docs` serves, with their licence; the package contains nothing else of it. */
const VIEWER = ["swagger-ui-bundle.js", "swagger-ui.css", "swagger-ui-bundle.js.LICENSE.txt", "LICENSE", "NOTICE"];

function copyViewer(): void {
  for (const name of VIEWER)
    cpSync(join(root, "node_modules/swagger-ui-dist", name), join(dist, "web/reference/swagger-ui", name));
}

process.exitCode = await build();
