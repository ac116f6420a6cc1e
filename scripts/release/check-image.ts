// Checks a built image of several machines by its content: `node scripts/release/check-image.ts FILE`, a tar in the OCI layout as buildx writes it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { run } from "../archives/sources.ts";
import { imagesIn } from "./layout.ts";

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("usage: node scripts/release/check-image.ts FILE");
const layout = mkdtempSync(join(tmpdir(), "image-layout-"));
try {
  run("tar", ["-xf", resolve(file), "-C", layout], layout);
  for (const { machine, bytes, faults } of imagesIn(layout)) {
    process.stdout.write(`${machine}: ${Math.round(bytes / 1e6)} MB compressed\n`);
    for (const fault of faults) process.stdout.write(`   ${fault}\n`);
    if (faults.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(layout, { recursive: true, force: true });
}
