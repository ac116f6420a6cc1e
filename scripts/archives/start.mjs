// The first code that the Node of an archive runs: checks that each file is there in full and that the machine is the right one, then starts.
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const home = dirname(fileURLToPath(import.meta.url));

/** @returns {string | undefined} what is wrong with this folder, in one line */
function fault() {
  /** @type {{ platform: string, files: Record<string, number> }} */
  let list;
  try {
    list = JSON.parse(readFileSync(join(home, "files.json"), "utf8"));
  } catch {
    return `${home} is not the whole archive: unpack it again`;
  }
  const here = `${process.platform}-${process.arch}`;
  if (!list.platform.startsWith(here)) return `this archive is for ${list.platform}, and this machine is ${here}`;
  for (const [path, size] of Object.entries(list.files)) {
    const found = statSync(join(home, path), { throwIfNoEntry: false })?.size;
    if (found === undefined) return `${path} is missing in ${home}: unpack the archive again`;
    if (found !== size) return `${path} has ${found} bytes instead of ${size}: unpack the archive again`;
  }
  return undefined;
}

const wrong = fault();
const program = "./dist/main.js";
if (wrong === undefined) await import(program);
else {
  process.stderr.write(`crypto-payment-sandbox: ${wrong}\n`);
  process.exitCode = 1;
}
