// The tests of parts that fail, with each failure in turn: the disk refuses each commit, the engine fails at each call: `npm run test:long -- failures`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const files = ["test/stories/faults/disk-faults.test.ts", "test/chains/engine-failures.test.ts"];
const { status } = spawnSync(process.execPath, [vitest, "run", ...files], {
  cwd: root,
  env: { ...process.env, EVERY_COMMIT: "1", EVERY_MISTAKE: "1" },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
