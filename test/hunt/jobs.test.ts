// Several pairs of sandbox and app: the same plans as one pair, findings once, and nothing left behind (`--jobs`, §4).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { huntOptionsOf } from "../../src/cli/hunt/options.ts";
import type { HuntReport } from "../../src/hunt/report.ts";
import { COMMAND } from "../support/the-command.ts";
import { aCopy, huntShop } from "./a-hunt.ts";
import { huntForwarder } from "./hunt-forwarder.ts";

const planned = ({ worlds, troubles }: HuntReport) => ({ worlds, troubles: troubles.toSorted(byName) });
const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);

test("two pairs play the plans of one, each plan once, and pass the correct shop", async () => {
  const asked = { only: ["value tenths", "value two", "payout plain"], phases: ["singles", "pairs"] } as const;
  const [one, two] = [await huntShop(asked), await huntShop({ ...asked, jobs: 2 })];
  expect([one.hindrance, two.hindrance]).toEqual([null, null]);
  expect(planned(two)).toEqual(planned(one));
  expect(two.worlds.pairs).toBeGreaterThan(0);
  expect(two.findings).toEqual([]);
}, 300_000);

test("a mistake that several pairs meet is one finding, with its certificate", async () => {
  const only = ["webhook deposit.confirmed duplicate", "webhook deposit.confirmed answer-lost"];
  const report = await huntShop({ mistake: "no-dedupe", only, jobs: 2, most: 3 });
  expect(report.hindrance).toBeNull();
  expect(report.findings.map(({ rule, rate }) => ({ rule, rate }))).toEqual([
    { rule: "B-02", rate: { failed: 10, of: 10 } },
  ]);
}, 300_000);

/** Both pairs are paid the same amounts at the same time, and send them to the same address. */
const PAID_ALIKE = ["webhook deposit.confirmed", "value the same amount", "chain reorg", "app restarted after"];

test.each(["none", "halves"])(
  "what an app pays by itself is judged pair by pair: %s passes with two as with one",
  async (mistake) => {
    const [one, two] = [await huntForwarder(mistake, PAID_ALIKE), await huntForwarder(mistake, PAID_ALIKE, 2)];
    for (const report of [one, two])
      expect([report.hindrance, report.findings, report.not_judged]).toEqual([null, [], []]);
    expect(planned(two)).toEqual(planned(one));
    expect(two.worlds.singles).toBeGreaterThan(30);
    expect(two.rules_not_judged.map(({ rule }) => rule)).not.toContain("B-07");
  },
  300_000,
);

test("a payout that an app repeats is told with the payouts of its own pair alone", async () => {
  const report = await huntForwarder("pays-twice", PAID_ALIKE, 2);
  expect(report.hindrance).toBeNull();
  expect(report.findings.map(({ rule, rate }) => ({ rule, rate }))).toEqual([
    { rule: "B-07", rate: { failed: 10, of: 10 } },
  ]);
  const what = report.findings[0]?.what ?? "";
  // A reference ends with the process that made it.
  const pids = what.match(/on-[\w-]+-(\d+)-\d+/g)?.map((one) => one.split("-").at(-2));
  expect([new Set(pids).size, pids?.length], what).toEqual([1, 2]);
  expect(what).toContain("2 times for 1 deposit");
}, 300_000);

test("an app that does not listen on PORT is named, with what to do", async () => {
  const copy = await aCopy({});
  onTestFinished(copy.remove);
  const app = `sh -c 'PORT=${copy.port} exec ${copy.adapter.app}'`;
  const report = await huntShop({ adapter: { ...copy.adapter, app }, jobs: 2 });
  expect(report.hindrance).toContain("app 2 of 2: ");
  expect(report.hindrance).toContain("listen on the port in PORT");
}, 300_000);

const FLAGS = { app: "npm start", webhook: "http://127.0.0.1:3000/w", jobs: 2 };

test.each([
  [FLAGS, { app_url: "http://127.0.0.1:3000", webhook: FLAGS.webhook }, "an app that runs already is one"],
  [FLAGS, { app: "x", reset: "rm books", webhook: FLAGS.webhook }, "--jobs and --reset do not go together"],
  [FLAGS, { app: "x", webhook: "http://shop.test/w" }, "--jobs needs a port in --webhook"],
  [{ ...FLAGS, jobs: 65 }, { app: "x", webhook: FLAGS.webhook }, "--jobs is at most 64"],
])("%j with %j is refused with the next step", (flags, adapter, says) => {
  expect(() => huntOptionsOf(flags, adapter)).toThrow(says);
});

test("one job needs none of that", () => {
  expect(huntOptionsOf({ ...FLAGS, jobs: 1 }, { app_url: "http://127.0.0.1:3000" }).jobs).toBeUndefined();
  expect(huntOptionsOf(FLAGS, { app: "x", webhook: FLAGS.webhook }).jobs).toBe(2);
});

test("Ctrl+C ends every sandbox and app of the command, and it says what it found so far", async () => {
  const copy = await aCopy({});
  const folder = mkdtempSync(join(tmpdir(), "jobs-"));
  onTestFinished(() => {
    copy.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const begun = join(folder, "begun");
  const app = `echo $$ $SANDBOX_URL >> ${begun}; exec ${copy.adapter.app}`;
  writeFileSync(join(folder, "hunt.json"), JSON.stringify({ ...copy.adapter, app }));
  const args = [COMMAND, "hunt", "--jobs", "2", "--only", "value t", "--json"];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
    // The second app is started last: then it begins to play.
    if (err.includes("sandbox and app 2 of 2")) child.kill("SIGINT");
  });
  const [code] = await closed;
  expect(code, err).toBe(130);
  expect((JSON.parse(out) as HuntReport).ended).toBe("it was interrupted");
  const lines = readFileSync(begun, "utf8").trim().split("\n");
  expect(lines.length).toBeGreaterThan(0);
  for (const [pid = "", url = ""] of lines.map((line) => line.split(" "))) {
    expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH");
    await expect(fetch(url)).rejects.toThrow();
  }
}, 300_000);
