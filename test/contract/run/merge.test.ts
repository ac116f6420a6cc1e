// Joining results of shards: the smallest sets win, times add up, and a set counts as its least sure value.
import { expect, test } from "vitest";
import { mergeResults } from "../../../src/contract/run/merge.ts";
import type { PlayedRun, RunResult } from "../../../src/contract/run/played-run.ts";
import { exitCodeOf, repeatLine } from "../../../src/contract/run/run-document.ts";
import { classOf } from "../../../src/contract/run/selection.ts";
import { verdictsOf } from "../../../src/contract/run/verdicts.ts";

const TOP = "record=top-level";
const ABSENT = "absent_time=omitted";
const NEW = "open_values=new";

const run = (row: readonly string[], facts: Partial<PlayedRun> = {}): PlayedRun => ({
  ...{ number: 0, row, result: "passed", exit_code: 0, seconds: 1, line: null, requests: 1, webhooks: 0, log: null },
  met: Object.fromEntries(row.map((value) => [value, 1])),
  ...facts,
});
const failed = { result: "failed", exit_code: 1, line: "Error: no" } as const;

const resultOf = (facts: Partial<RunResult>): RunResult => ({
  ...{ kind: "contract-run", version: 1, command: ["t"], start_options: [], fail_on: "stated", shard: null },
  ...{ values: [], runs: [run([])], culprits: [], unstable: [], unfinished: [], ended_early: null, seconds: 2 },
  ...facts,
});

test("one shard knows only the pair, another one the single value in it: the pair is no culprit of its own", () => {
  const pair = resultOf({
    shard: "1/2",
    values: [TOP, ABSENT],
    culprits: [[TOP, ABSENT]],
    runs: [run([]), run([TOP, ABSENT], failed)],
  });
  const single = resultOf({ shard: "2/2", values: [TOP], culprits: [[TOP]], runs: [run([]), run([TOP], failed)] });
  const merged = mergeResults([pair, single]);
  expect(merged).toMatchObject({ culprits: [[TOP]], seconds: 4, shard: null });
  expect(merged.runs.map(({ number, row }) => [number, row])).toEqual([
    [0, []],
    [1, [TOP, ABSENT]],
    [2, [TOP]],
  ]);
});

test("a set that fails only as a whole counts as its least sure value", () => {
  expect([classOf([TOP]), classOf([TOP, NEW]), classOf([TOP, ABSENT]), classOf([ABSENT, TOP])]).toEqual([
    ...["stated", "growth", "silent", "silent"],
  ]);
  const result = resultOf({
    values: [TOP, ABSENT],
    culprits: [[TOP, ABSENT]],
    runs: [run([]), run([TOP, ABSENT], failed)],
  });
  expect(verdictsOf(result)[0]).toMatchObject({ values: [TOP, ABSENT], class: "silent", verdict: "warns" });
  expect([exitCodeOf(result), exitCodeOf({ ...result, fail_on: "silent" })]).toEqual([0, 1]);
});

test("the failing line of a value is that of the run with the fewest others", () => {
  const runs = [
    run([]),
    run([TOP, ABSENT, NEW], { ...failed, line: "Error: of all" }),
    run([TOP], { ...failed, line: "Error: of it" }),
  ];
  const [verdict] = verdictsOf(resultOf({ values: [TOP], culprits: [[TOP]], runs }));
  expect(verdict).toMatchObject({ verdict: "breaks", line: "Error: of it", met: 2 });
});

test("the line that repeats a run is one that a shell takes", () => {
  const words = { command: ["sh", "-c", "it's; rm -rf $HOME `x`", "a=1"], start_options: ["--seed", "7"] };
  const result = resultOf({ ...words, values: [TOP], culprits: [[TOP]], runs: [run([]), run([TOP], failed)] });
  expect(repeatLine(result)).toBe(
    `npx cpsandbox contract run --seed 7 --readings ${TOP} -- sh -c 'it'\\''s; rm -rf $HOME \`x\`' a=1`,
  );
});
