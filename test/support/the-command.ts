// The command as the package contains it, made of the present sources: it starts in half the time of the sources, whose modules Node
// reads and strips one by one in every process.
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { copyAssets } from "../../scripts/run/assets.ts";
import { bundle } from "../../scripts/run/bundle.ts";

const ROOT = join(import.meta.dirname, "../..");
const BUILT = join(ROOT, ".cache/command");

/** What the code reads from beside its own folder. */
const BESIDE = ["chain", "docs", "examples", "fixtures", "llms-full.txt", "llms.txt", "package.json", "skills", "spec"];

/** The folder of the built files, `main.js` and `testing.js` among them. Built again only after a source has changed. */
export const COMMAND_FOLDER = join(await built(), "dist");

/** What `node` runs as `cpsandbox`. */
export const COMMAND = join(COMMAND_FOLDER, "main.js");

async function built(): Promise<string> {
  const folder = join(BUILT, stateOfSources());
  if (existsSync(folder)) return folder;
  mkdirSync(BUILT, { recursive: true });
  const older = readdirSync(BUILT);
  const half = mkdtempSync(`${folder}-`);
  await bundle(join(half, "dist"));
  copyAssets(join(half, "dist"));
  for (const name of BESIDE) symlinkSync(join(ROOT, name), join(half, name));
  try {
    renameSync(half, folder);
  } catch (error) {
    // The other worker was first.
    if (!existsSync(folder)) throw error;
    rmSync(half, { recursive: true });
  }
  for (const name of older) if (!name.includes("-")) rmSync(join(BUILT, name), { recursive: true, force: true });
  return folder;
}

/** Changes with every byte that the command is made of. */
function stateOfSources(): string {
  const files = globSync(["src/**/*.*", "scripts/run/{assets,bundle}.ts", "package*.json"], { cwd: ROOT }).toSorted();
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex").slice(0, 16);
}
