// Runs the tests that are too long for `npm test`, one after the other: `npm run test:long`, or some of them: `npm run test:long -- crash`.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** By name: the script and its arguments. All together take some 20 minutes on two idle cores; `.ci/run` does three of them. */
const STEPS: Readonly<Record<string, readonly [script: string, ...words: string[]]>> = {
  crash: ["crash.ts", "--kills", "100", "--seed", "1", "--jobs", "2"],
  simulation: ["simulation.ts", "--seeds", "200"],
  files: ["../../node_modules/vitest/vitest.mjs", "run", "--config", "vitest.long.config.ts"],
  failures: ["failures.ts"],
  growth: ["../../bench/growth/growth.ts", "--transfers", "20000"],
};

function inMinutes(exactly: number): string {
  const seconds = Math.round(exactly);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const wallTime = (from: number): string => inMinutes((performance.now() - from) / 1000);

/** CPU seconds of all steps that have ended; 0 where the system has no `/proc`. */
function cpuSeconds(): number {
  if (!existsSync("/proc/self/stat")) return 0;
  // Fields 16 and 17 count the ended children, in hundredths of a second.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

const root = join(import.meta.dirname, "../..");
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => STEPS[name] === undefined);
if (unknown.length > 0) {
  console.error(`there is no long step ${unknown.join(", ")}; there are ${Object.keys(STEPS).join(", ")}`);
  process.exit(1);
}
const steps = Object.entries(STEPS).filter(([name]) => asked.length === 0 || asked.includes(name));
const begun = performance.now();
const durations: string[] = [];
for (const [index, [name, [script, ...words]]] of steps.entries()) {
  const file = join(import.meta.dirname, script);
  console.log(`== ${index + 1} of ${steps.length}: ${name} (${[relative(root, file), ...words].join(" ")})`);
  const [start, cpu] = [performance.now(), cpuSeconds()];
  const { status } = spawnSync(process.execPath, [file, ...words], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
  durations.push(
    `${status === 0 ? "ok     " : "FAILED "} ${name}: ${wallTime(start)}, CPU ${inMinutes(cpuSeconds() - cpu)}`,
  );
}
console.log(`== long: ${wallTime(begun)}\n${durations.join("\n")}`);
