// The example receivers: every language on this machine passes the shared vectors, and so does our own verifier.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { verifyWebhook } from "../../src/testing/testing.ts";

const folder = join(import.meta.dirname, "../../examples/receivers");
const vectors = JSON.parse(readFileSync(join(folder, "vectors.json"), "utf8")) as {
  secret: string;
  cases: { name: string; valid: boolean; now: number; headers: Record<string, string>; body_base64: string }[];
};

function has(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

function run(command: string, args: readonly string[], options: { cwd?: string; input?: string } = {}) {
  const { stdout, stderr, status } = spawnSync(command, args, { cwd: folder, encoding: "utf8", ...options });
  return { output: `${stdout}${stderr}`.trim(), status };
}

const allRight = { output: `${vectors.cases.length} of ${vectors.cases.length}`, status: 0 };

test.each(vectors.cases)("our own verifier: $name", ({ valid, now, headers, body_base64 }) => {
  const body = Buffer.from(body_base64, "base64");
  expect(verifyWebhook({ secret: vectors.secret, headers, body, nowSeconds: now }).ok).toBe(valid);
});

test("the vectors contain valid and many kinds of invalid signatures", () => {
  expect(vectors.cases.filter(({ valid }) => valid).length).toBeGreaterThan(5);
  expect(vectors.cases.filter(({ valid }) => !valid).length).toBeGreaterThan(10);
});

/** Each language: whether it is installed, and how its check is run. JavaScript runs everywhere. */
const LANGUAGES: readonly { name: string; here: boolean; check(): { output: string; status: number | null } }[] = [
  { name: "JavaScript", here: true, check: () => run(process.execPath, ["check.mjs", "vectors.json"]) },
  {
    name: "Python",
    here: has("python3", "--version"),
    check: () => run("python3", ["-B", "check.py", "vectors.json"]),
  },
  { name: "PHP", here: has("php", "--version"), check: () => run("php", ["check.php", "vectors.json"]) },
  { name: "Ruby", here: has("ruby", "--version"), check: () => run("ruby", ["check.rb", "vectors.json"]) },
  {
    name: "Go",
    here: has("go", "version"),
    check: () => run("go", ["run", ".", "../vectors.json"], { cwd: join(folder, "go") }),
  },
  { name: "Java", here: has("javac", "-version"), check: checkJava },
];

function checkJava() {
  const out = mkdtempSync(join(tmpdir(), "receivers-"));
  onTestFinished(() => rmSync(out, { recursive: true }));
  expect(run("javac", ["-d", out, "java/Verify.java", "java/Check.java"]).status).toBe(0);
  const { stdout } = spawnSync(process.execPath, ["lines.mjs", "vectors.json"], { cwd: folder, encoding: "utf8" });
  return run("java", ["-cp", out, "Check"], { input: stdout });
}

// A language that is not installed here is checked on machines that have it, with the same vectors.
test.each(LANGUAGES.filter(({ here }) => here))("the receiver in $name", ({ check }) => {
  expect(check()).toEqual(allRight);
});
