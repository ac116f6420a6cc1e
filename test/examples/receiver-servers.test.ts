// The example receivers behind their HTTP servers pass the whole battery (C-80). The probe of each is GET /credits.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { runBattery } from "../../src/contract/receiver/battery.ts";
import { storyMaterial } from "../../src/contract/receiver/genuine.ts";
import { urlProbe } from "../../src/contract/receiver/probe.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { createWebhookSender } from "../../src/webhooks/send.ts";

const folder = join(import.meta.dirname, "../../examples/receivers");
const SECRET = "whsec_of-the-example-receivers";
/** Nothing here depends on how fast the machine is: no time passes between a request and its answer. */
const wall = { ...systemClock, monotonic: () => 0 };

function has(command: string, argument: string): boolean {
  return spawnSync(command, [argument], { stdio: "ignore" }).status === 0;
}

type Language = { name: string; here: boolean; start(): readonly [command: string, args: readonly string[]] };

const LANGUAGES: readonly Language[] = [
  { name: "JavaScript", here: true, start: () => [process.execPath, ["server.mjs"]] },
  { name: "Python", here: has("python3", "--version"), start: () => ["python3", ["-B", "server.py"]] },
  { name: "PHP", here: has("php", "--version"), start: () => ["php", ["server.php"]] },
  { name: "Ruby", here: has("ruby", "--version"), start: () => ["ruby", ["server.rb"]] },
  { name: "Go", here: has("go", "version"), start: startGo },
  { name: "Java", here: has("javac", "-version"), start: startJava },
];

function outFolder(): string {
  const out = mkdtempSync(join(tmpdir(), "receivers-"));
  onTestFinished(() => rmSync(out, { recursive: true }));
  return out;
}

/** Built first: `go run` would leave the server running when it is ended. */
function startGo(): readonly [string, readonly string[]] {
  const binary = join(outFolder(), "receiver");
  const built = spawnSync("go", ["build", "-o", binary, "."], { cwd: join(folder, "go"), encoding: "utf8" });
  expect(built.stderr).toBe("");
  return [binary, ["serve"]];
}

function startJava(): readonly [string, readonly string[]] {
  const out = outFolder();
  const files = ["Verify", "Json", "Receiver"].map((name) => `java/${name}.java`);
  const compiled = spawnSync("javac", ["-d", out, ...files], { cwd: folder, encoding: "utf8" });
  expect(compiled.stderr).toBe("");
  return ["java", ["-cp", out, "Receiver"]];
}

/** The URL in the line that the server prints when it is ready. */
async function urlOf(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stdout ?? process.stdin })) {
    const url = /^listening on (http:\S+)$/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error("the server ended without a port");
}

test.each(LANGUAGES.filter(({ here }) => here))("the receiver in $name passes all thirty cases", async ({ start }) => {
  const [command, args] = start();
  const environment = { ...process.env, SANDBOX_WEBHOOK_SECRET: SECRET, PORT: "0" };
  const server = spawn(command, args, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  onTestFinished(async () => {
    server.kill("SIGKILL");
    await ended;
  });
  const url = await urlOf(server);
  const sender = createWebhookSender({ wall, timeoutMs: 60_000 });
  onTestFinished(() => sender.close());
  const probe = urlProbe(sender, new URL("/credits", url).href);
  const input = { url, secret: SECRET, material: storyMaterial("examples"), probe, timeLimitMs: 1 };
  const report = await runBattery(input, { sender, wall, pause: async () => {} });
  const found = report.results.filter(({ result }) => result !== "pass");
  expect(found.map((one) => `${one.case} ${one.result}: ${one.why}`)).toEqual([]);
  expect(report.counts.pass).toBe(30);
});

test("a language that this machine lacks is printed as not checked", () => {
  const missing = LANGUAGES.filter(({ here }) => !here).map(({ name }) => name);
  for (const name of missing) process.stdout.write(`not checked: ${name} is not installed here\n`);
  expect(LANGUAGES.length - missing.length).toBeGreaterThan(0);
});
