// The GitHub Action: its step, run as a runner would, starts a sandbox and exports its addresses to the rest of the job.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { COMMAND } from "../support/the-command.ts";
import { listen } from "../webhooks/a-receiver.ts";

const root = join(import.meta.dirname, "../..");

type Action = {
  runs: { steps: { id?: string; run: string; if?: string; uses?: string; env?: Record<string, string> }[] };
  inputs: Record<string, { default: string }>;
  outputs: Record<string, { value: string }>;
};
const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as Action;
const check = parse(readFileSync(join(root, "check/action.yml"), "utf8")) as Action;

/** A runner's folder in which `npx` runs the built command, so that no package is downloaded. */
function aRunner(npx: string) {
  const folder = mkdtempSync(join(tmpdir(), "runner-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/npx"), `#!/usr/bin/env bash\n${npx}\n`);
  chmodSync(join(folder, "bin/npx"), 0o755);
  const files = { GITHUB_ENV: join(folder, "env"), GITHUB_OUTPUT: join(folder, "output") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  return {
    files,
    /** As `run`, while this process goes on and can answer. */
    runLater(env: Record<string, string>, { runs } = action): Promise<{ status: number | null; stdout: string }> {
      const child = spawn("bash", ["-eo", "pipefail", "-c", runs.steps[0]?.run ?? ""], {
        env: { ...process.env, ...files, RUNNER_TEMP: folder, ...env },
      });
      let stdout = "";
      child.stdout.on("data", (bytes: Buffer) => (stdout += bytes.toString()));
      return new Promise((resolve) => child.on("close", (status) => resolve({ status, stdout })));
    },
    run(env: Record<string, string> = {}, { runs } = action) {
      const given = {
        ...process.env,
        ...files,
        RUNNER_TEMP: folder,
        PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}`,
        VERSION: action.inputs["version"]?.default,
        ARGS: action.inputs["args"]?.default,
        PATIENCE: "60",
        ...env,
      };
      return spawnSync("bash", ["-eo", "pipefail", "-c", runs.steps[0]?.run ?? ""], {
        encoding: "utf8",
        env: given,
      });
    },
    facts: (file: keyof typeof files) =>
      Object.fromEntries(
        readFileSync(files[file], "utf8")
          .trim()
          .split("\n")
          .map((line) => line.split(/=(.*)/s).slice(0, 2)),
      ),
  };
}

test("the step starts a sandbox that keeps running, and exports its addresses and keys", async () => {
  const runner = aRunner(`shift 5; exec "${process.execPath}" "${COMMAND}" "$@"`);
  const { status, stdout, stderr } = runner.run({ ARGS: "--clock frozen --seed 7" });
  expect(status, `${stdout}${stderr}`).toBe(0);
  const facts = runner.facts("GITHUB_ENV");
  onTestFinished(() => void process.kill(Number(facts["SANDBOX_PID"]), "SIGTERM"));
  expect(stdout).toContain(facts["SANDBOX_URL"]);
  const headers = { "X-API-Key": String(facts["SANDBOX_API_KEY"]) };
  const reply = await fetch(`${facts["SANDBOX_API_BASE_URL"]}/vault`, { headers });
  expect(reply.status).toBe(200);
  const clock = await fetch(`${facts["SANDBOX_ADMIN_URL"]}/clock`).then((answer) => answer.json());
  expect(clock).toMatchObject({ data: { mode: "frozen" } });
  const outputs = runner.facts("GITHUB_OUTPUT");
  expect(outputs).toMatchObject({ url: facts["SANDBOX_URL"], api_key: facts["SANDBOX_API_KEY"] });
  const declared = Object.values(action.outputs).map(({ value }) => /outputs\.(\w+)/.exec(value)?.[1]);
  expect(declared.toSorted()).toEqual(Object.keys(outputs).toSorted());
  expect(facts["SANDBOX_RPC_BASE"]).toBe(`${facts["SANDBOX_URL"]}/rpc/base`);
  // The second action, at the end of the job.
  const end = aRunner("exit 9");
  const ended = end.run(facts, check);
  expect(ended.status, `${ended.stdout}${ended.stderr}`).toBe(0);
  const folder = String(end.facts("GITHUB_OUTPUT")["folder"]);
  expect(readdirSync(folder).toSorted()).toEqual(["deliveries.json", "events.json", "log.jsonl", "world.json"]);
  expect(Object.keys(JSON.parse(readFileSync(join(folder, "world.json"), "utf8")))).not.toContain("success");
});

test("the check fails a job whose sandbox broke an invariant, and keeps its run", async () => {
  const server = createServer((request, response) => {
    const broken = {
      invariants: [
        { id: "I-01", ok: true },
        { id: "I-12", ok: false, breach: "100 is not 90" },
      ],
    };
    response.end(JSON.stringify({ success: true, data: request.url === "/admin/invariants" ? broken : { items: [] } }));
  });
  onTestFinished(() => void server.close());
  const runner = aRunner("exit 9");
  const { status, stdout } = await runner.runLater({ SANDBOX_ADMIN_URL: `${await listen(server)}/admin` }, check);
  expect([status, stdout]).toEqual([1, "::error::the sandbox broke its invariant I-12: 100 is not 90\n"]);
  expect(readdirSync(String(runner.facts("GITHUB_OUTPUT")["folder"]))).toContain("world.json");
});

test("a start that fails fails the job with the last lines of the log", () => {
  const runner = aRunner('echo "--seed: use a whole number" >&2; exit 2');
  const { status, stdout } = runner.run();
  expect(status).toBe(1);
  expect(stdout).toContain("::error::the sandbox did not get ready: --seed: use a whole number");
  expect(readFileSync(runner.files.GITHUB_ENV, "utf8")).toBe("");
});

const contractStep = { runs: { steps: action.runs.steps.filter(({ id }) => id === "contract") } };

test.each([
  [
    { CONTRACT: "run", COMMAND: "npm run test:payments -- --bail", CONTRACT_ARGS: "--fail-on silent --jobs 2" },
    "contract|run|--clock|frozen|--fail-on|silent|--jobs|2|--report|contract|--|bash|-c|npm run test:payments -- --bail",
  ],
  [
    { CONTRACT: "receiver", RECEIVER: "http://127.0.0.1:3000/hooks?a=b c", CONTRACT_ARGS: "--fail-on should" },
    "contract|receiver|http://127.0.0.1:3000/hooks?a=b c|--fail-on|should|--report|contract",
  ],
])("with contract, the step calls the command with the inputs and ends as it ends: %o", (inputs, words) => {
  const runner = aRunner('shift 5; (IFS="|"; echo "$*"); exit 3');
  const { status, stdout } = runner.run({ REPORT: "contract", ...inputs }, contractStep as Action);
  expect([status, stdout]).toEqual([3, `${words}\n`]);
});

test.each([
  [{ CONTRACT: "receiver", RECEIVER: "" }, "set receiver: http://127.0.0.1:3000/hooks"],
  [{ CONTRACT: "runs" }, "contract is run or receiver, not runs"],
])("with contract, wrong inputs end with 2 and say what to write: %o", (inputs, words) => {
  const { status, stdout } = aRunner("exit 9").run(
    { REPORT: "contract", CONTRACT_ARGS: "", ...inputs },
    contractStep as Action,
  );
  expect([status, stdout]).toEqual([2, expect.stringContaining(words)]);
});

test("each step of the action runs with contract or without it, and the report is uploaded whatever the result", () => {
  const { steps } = action.runs;
  expect(steps.map((step) => step.if)).toEqual([
    "inputs.contract == ''",
    "inputs.contract != ''",
    "always() && inputs.contract != ''",
  ]);
  const given = [...Object.values(steps[1]?.env ?? {})].map((text) => /inputs\.([\w-]+)/.exec(text)?.[1]);
  expect(given.filter((name) => name === undefined || !(name in action.inputs))).toEqual([]);
});
