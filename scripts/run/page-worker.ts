// In a clone nothing is built: this worker builds the page once for the present sources, and tells the folder of it.
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { take } from "../launch/lock.mjs";
import { buildPage } from "./page-build.ts";

const ROOT = join(import.meta.dirname, "../..");
const CACHE = join(ROOT, ".cache/dashboard");
/** How often a waiting process looks whether the other one has finished. Real ms. */
const LOOK_MS = 100;

/** What the thread that started this one is told. */
export type PageMessage = { says: "building" } | { says: "built"; folder: string };

const tell = (message: PageMessage): void => parentPort?.postMessage(message);

/** One process builds at a time; the others wait for its result. */
async function cachedPage(): Promise<string> {
  const folder = join(CACHE, stateOfSources());
  let said = false;
  for (;;) {
    if (existsSync(join(folder, "page.html"))) return folder;
    if (!said) tell({ says: "building" });
    said = true;
    mkdirSync(CACHE, { recursive: true });
    const lock = take(join(CACHE, "lock"));
    if ("holder" in lock) {
      await wait(LOOK_MS);
      continue;
    }
    try {
      if (!existsSync(join(folder, "page.html"))) await build(folder);
    } finally {
      lock.release();
    }
  }
}

async function build(folder: string): Promise<void> {
  const older = readdirSync(CACHE).filter((name) => !name.startsWith("lock"));
  const half = mkdtempSync(`${folder}-`);
  await buildPage(half);
  rmSync(folder, { recursive: true, force: true });
  renameSync(half, folder);
  for (const name of older) rmSync(join(CACHE, name), { recursive: true, force: true });
}

/** Changes with every byte that the page is made of. */
function stateOfSources(): string {
  const files = globSync(["src/dashboard/**/*.*", "scripts/run/page-*.ts", "package-lock.json"], { cwd: ROOT });
  const hash = createHash("sha256");
  for (const file of files.toSorted()) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex").slice(0, 16);
}

tell({ says: "built", folder: await cachedPage() });
