// What a long life costs: `npm run bench:long -- --deposits 100000 --blocks 100000`. Exit code 1 when a limit is exceeded.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { load, machine, machineText } from "../report/machine.ts";
import { build, versionBefore, versionNow } from "../subjects/versions.ts";
import type { Limit } from "./limit.ts";
import { measureDeposits } from "./old-and-young.ts";
import { measureReplay } from "./replay.ts";

const ROOT = join(import.meta.dirname, "../..");
const { values } = parseArgs({
  allowNegative: true,
  options: {
    deposits: { type: "string", default: "100000" },
    blocks: { type: "string", default: "100000" },
    build: { type: "boolean", default: true },
    // Another version: a built checkout, or a tarball of npm pack.
    of: { type: "string" },
  },
});
const say = (text: string): void => void process.stderr.write(`bench: ${text}\n`);
const here = machine(ROOT, new Date());
if (values.build && values.of === undefined) build();
const other = values.of === undefined ? undefined : versionBefore(values.of);
const version = other ?? versionNow();
const folder = mkdtempSync(join(tmpdir(), "long-life-"));
const limits: Limit[] = [];
try {
  if (Number(values.deposits) > 0) limits.push(...(await measureDeposits(version, Number(values.deposits), say)));
  if (Number(values.blocks) > 0) limits.push(...(await measureReplay(version, folder, Number(values.blocks), say)));
} finally {
  rmSync(folder, { recursive: true, force: true });
  other?.remove();
}
here.load.push(load());
for (const { what, value, limit, note } of limits) {
  const ok = value <= limit;
  if (!ok) process.exitCode = 1;
  console.log(`${ok ? "ok    " : "BROKEN"} ${what}: ${value.toFixed(2)} (at most ${limit})`);
  if (note !== undefined) console.log(`       ${note}`);
}
console.log(machineText(here));
// Connections that a server keeps open must not keep this process alive.
process.exit();
