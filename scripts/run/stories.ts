// Runs the fault stories with the given seeds: `npm run test:stories -- --seed 1-20`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { faultStories } from "../generate/fault-stories.ts";

const root = join(import.meta.dirname, "../..");
const { values } = parseArgs({ options: { seed: { type: "string", default: "1-20" } } });
const files = [...new Set(faultStories().map(({ file }) => file))];
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...files], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, STORY_SEEDS: values.seed },
});
process.exitCode = status ?? 1;
