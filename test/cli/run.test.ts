// `run`: output and exit code for scenarios that pass, that fail and that are invalid.
import { expect, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { anIo } from "./an-io.ts";

const shared = sharedSandbox();

const wallet = {
  title: "a wallet",
  call: "createWallet",
  body: { owner: "alice", network_symbol: "base" },
  status: 201,
};
const good = JSON.stringify({ title: "A good one", about: "x", steps: [wallet, { ...wallet, title: "another" }] });
const bad = JSON.stringify({
  title: "A bad one",
  about: "x",
  steps: [wallet, { ...wallet, title: "on another network", answer: { data: { network_symbol: "bsc" } } }, wallet],
});
const files = {
  "good.json": good,
  "bad.json": bad,
  "app.json": JSON.stringify({ title: "x", about: "y", options: { app: {} }, steps: [{ title: "z", restart: {} }] }),
  "none.json": '{"title":"x","about":"y","steps":[{"title":"z","mine":{}}]}',
};

async function run(...args: string[]) {
  const { io, said } = anIo({}, files);
  return { code: await runCommand(["run", ...args], io), ...said };
}

test("each step is printed as it passes, and the exit code is 0", async () => {
  expect(await run("good.json", "--url", shared().url)).toEqual({
    code: 0,
    err: "",
    out: expect.stringMatching(
      /^A good one\n {2}ok {5}1\/2 {2}a wallet\n {2}ok {5}2\/2 {2}another\npassed: 2 steps\nits records stay with tenant ([0-9a-f-]{36}): DELETE \/admin\/tenants\/\1 removes them\n$/,
    ),
  });
});

test.each([
  [{ failed: 4, of: 10 }, "it failed in 4 of 10 runs; to be sure: cpsandbox hunt --replay 'my hunt'\n"],
  [{ failed: 10, of: 10 }, ""],
  [{ failed: "4", of: 10.5 }, ""],
  ["often", ""],
])("what a kept story of the rate %j says when it passes", async (rate, line) => {
  const story = JSON.stringify({ ...JSON.parse(good), hunt: { rate } });
  const { io, said } = anIo({}, { "my hunt/hunt-1.json": story });
  expect(await runCommand(["run", "my hunt/hunt-1.json", "--url", shared().url], io)).toBe(0);
  expect(said.out).toContain(`passed: 2 steps\n${line}its records stay`);
});

test("a failed step is printed with expected and received values, the other scenarios still run, and the exit code is 1", async () => {
  const { code, out, err } = await run("bad.json", "good.json", "--url", shared().url);
  expect([code, err]).toEqual([1, ""]);
  expect(out.split("\n")).toEqual([
    "A bad one",
    "  ok     1/3  a wallet",
    "  FAILED 2/3  on another network",
    "           answer.data.network_symbol",
    '             - expected "bsc"',
    '             + seen     "base"',
    "failed at step 2 of 3: on another network",
    expect.stringContaining("its records stay"),
    "",
    "A good one",
    "  ok     1/2  a wallet",
    "  ok     2/2  another",
    "passed: 2 steps",
    expect.stringContaining("its records stay"),
    "",
    "1 of 2 scenarios passed",
    "",
  ]);
});

test("with --json the result of each scenario is one line", async () => {
  const { code, out } = await run("bad.json", "good.json", "--url", shared().url, "--json");
  const lines = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(code).toBe(1);
  expect(lines).toMatchObject([
    {
      file: "bad.json",
      outcome: "failed",
      steps: [{ outcome: "passed" }, { outcome: "failed" }, { outcome: "not run" }],
    },
    { file: "good.json", outcome: "passed", steps: [{ number: 1 }, { number: 2 }] },
  ]);
});

test.each([
  ["a file that is not there", ["nothing.json"], 2, "nothing.json cannot be read (ENOENT): name a file, or one of "],
  ["a file that is no scenario", ["none.json"], 2, 'none.json /steps/0/mine: needs the member "network"'],
  ["one bad file among good ones, before any is run", ["good.json", "none.json"], 2, "none.json /steps/0/mine"],
  ["no file", [], 2, "missing required argument"],
  [
    "a story about an app in a running sandbox",
    ["app.json", "--url", "http://127.0.0.1:9"],
    2,
    "app.json /options/app: it is about an app and starts programs: leave --url out, and play it with `cpsandbox run FILE`",
  ],
  ["an address that is none", ["good.json", "--url", "nowhere"], 2, "--url must be the address of a sandbox"],
  ["no sandbox there", ["good.json", "--url", "http://127.0.0.1:9"], 1, "no sandbox answers at http://127.0.0.1:9"],
])("refused in one line: %s", async (_, args, code, says) => {
  const result = await run(...args);
  expect(result.code).toBe(code);
  expect(result.err).toContain(says);
  expect(result.err.trimEnd()).not.toContain("\n");
  expect(result.out).not.toContain("ok ");
});

test("--junit writes a suite per scenario and a test case per step, with differences and steps that were not run", async () => {
  const written: Record<string, string> = { ...files };
  const { io } = anIo({}, written);
  const code = await runCommand(["run", "good.json", "bad.json", "--junit", "out.xml", "--url", shared().url], io);
  expect(code).toBe(1);
  const xml = written["out.xml"] ?? "";
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="cpsandbox run" tests="5" failures="1" errors="0" skipped="1">/,
  );
  expect(
    [...xml.matchAll(/<testsuite name="([^"]*)" tests="(\d)" failures="(\d)"/g)].map((found) => found.slice(1)),
  ).toEqual([
    ["A good one", "2", "0"],
    ["A bad one", "3", "1"],
  ]);
  expect(xml).toMatch(
    /<testcase name="2 on another network" classname="bad.json"[^>]*>\s*<failure type="difference" message="answer\.data\.network_symbol: expected &quot;bsc&quot;, seen &quot;base&quot;"/,
  );
  expect(xml).toMatch(/<testcase name="3 a wallet" classname="bad.json"[^>]*>\s*<skipped/);
});

test("without --url no running sandbox is needed, and a name selects a built-in scenario", async () => {
  expect(await run("good.json")).toMatchObject({ code: 0, err: "" });
  expect((await run("native-deposit")).out).toContain("passed: 6 steps");
});
