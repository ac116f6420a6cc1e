// The disk-fault test with each commit refused in turn: `npm run test:long -- disk`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "test/stories/faults/disk-faults.test.ts"], {
  cwd: root,
  env: { ...process.env, EVERY_COMMIT: "1" },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
