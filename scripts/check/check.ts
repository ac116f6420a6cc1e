// Runs the checks that are not tests: all of them, or those named as arguments. All selected checks run even when one fails.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const documents = ["spec/openapi.yaml", "src/spec/served.gen.json", "spec/admin.yaml"];

type Check = { readonly name: string; readonly says: string; readonly command: readonly string[] };

const checks: readonly Check[] = [
  {
    name: "format",
    says: "files are formatted (npm run format mends it)",
    command: ["node_modules/@biomejs/biome/bin/biome", "format", "--reporter=summary", "."],
  },
  {
    name: "lint",
    says: "no lint finding",
    command: ["node_modules/@biomejs/biome/bin/biome", "lint", "--error-on-warnings", "."],
  },
  { name: "types", says: "types agree", command: ["node_modules/typescript7/bin/tsc", "-p", "."] },
  {
    name: "types",
    says: "types of the page at / agree",
    command: ["node_modules/typescript7/bin/tsc", "-p", "src/dashboard"],
  },
  { name: "house", says: "rules of the house", command: ["node_modules/vitest/vitest.mjs", "run", "test/house"] },
  {
    name: "spec",
    says: "OpenAPI documents",
    command: ["node_modules/@redocly/cli/bin/cli.js", "lint", "--config", ".redocly.yaml", ...documents],
  },
  { name: "generated", says: "generated files up to date", command: ["scripts/generate/generate.ts", "--check"] },
];

/** Runs one check and prints its output only when it fails. */
function passes(check: Check): boolean {
  const started = performance.now();
  const missing = check.name === "spec" ? documents.find((file) => !existsSync(join(root, file))) : undefined;
  const result = spawnSync(process.execPath, check.command, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  const ok = missing === undefined && result.status === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${ok ? "ok    " : "FAILED"}  ${check.name.padEnd(10)} ${check.says} (${seconds} s)`);
  if (missing !== undefined) console.log(`The document ${missing} is missing.`);
  else if (!ok) console.log(`${result.stdout}${result.stderr}`.trimEnd());
  return ok;
}

const names = process.argv.slice(2);
const unknown = names.find((name) => !checks.some((check) => check.name === name));
if (unknown !== undefined) {
  console.error(`There is no check "${unknown}". Known: ${checks.map((check) => check.name).join(", ")}`);
  process.exitCode = 2;
} else {
  const chosen = checks.filter((check) => names.length === 0 || names.includes(check.name));
  const failed = chosen.filter((check) => !passes(check));
  if (failed.length > 0) process.exitCode = 1;
}
