// B-16: slow answers to webhooks, counted over the whole hunt; no test waits for one.
import { expect, test } from "vitest";
import {
  added,
  areSlow,
  NO_ANSWERS,
  slownessNotJudged,
  slownessText,
  withDurations,
} from "../../src/hunt/judge/slowness.ts";
import { mergeReports } from "../../src/hunt/shards/merge.ts";
import { Tally } from "../../src/hunt/tally.ts";
import { huntShop } from "./a-hunt.ts";
import { FINDING, REPORT } from "./a-report.ts";

test.each<[string, number, number, boolean]>([
  ["one in twenty is the 95th percentile itself", 20, 1, false],
  ["more than one in twenty", 20, 2, true],
  ["fewer than twenty answers say nothing", 19, 19, false],
  ["all of many", 400, 400, true],
  ["one stall of the machine among many", 400, 1, false],
])("B-16 %s", (_, count, slow, expected) => {
  expect(areSlow({ count, slow })).toBe(expected);
});

test("B-16 an answer is slow after two seconds, and worlds add up", () => {
  const first = withDurations(NO_ANSWERS, [1, 2_000, 2_001]);
  expect(first).toEqual({ count: 3, slow: 1 });
  expect(added([first, { count: 2, slow: 2 }])).toEqual({ count: 5, slow: 3 });
  expect(slownessText({ count: 5, slow: 3 })).toBe("3 of 5 answers to webhooks took more than 2 s");
  expect([slownessNotJudged(first), slownessNotJudged({ count: 20, slow: 0 })]).toEqual([
    ...["only 3 webhooks were answered without a fault", null],
  ]);
});

test("a tally counts worlds by phase and trouble, and what was not judged by its reason", () => {
  const tally = new Tally();
  const world = { verdict: "passed", why: null, met: ["webhook dead"], durations: [5] } as const;
  tally.add("singles", ["a"], world);
  tally.add("singles", ["b"], { ...world, verdict: "failed" });
  tally.add("pairs", ["a", "c"], { ...world, verdict: "not judged", why: "no deposit arrived" });
  expect([tally.hasFailed(["a", "c"]), tally.hasFailed(["a", "b"]), tally.planned]).toEqual([false, true, 3]);
  expect(tally.counts()).toEqual({
    ...{ worlds: { plain: 0, singles: 2, pairs: 1, swarm: 0 }, met: { "webhook dead": 3 }, never_met: [] },
    ...{ not_judged: [{ why: "no deposit arrived", worlds: 1 }], answers: { count: 3, slow: 0 } },
    troubles: [
      { name: "a", worlds: 2, failed: 0 },
      { name: "b", worlds: 1, failed: 1 },
      { name: "c", worlds: 1, failed: 0 },
    ],
  });
});

test("B-16 of shards is asked of all their answers: one slow machine is not a slow app", () => {
  const slow = { ...FINDING, rule: "B-16", seen_as: "B-16", level: "warning", world: 0 } as const;
  const shards = (second: number) => [
    { ...REPORT, shard: "1/2", findings: [slow], answers: { count: 30, slow: 3 } },
    { ...REPORT, shard: "2/2", findings: [], answers: { count: second, slow: 0 } },
  ];
  expect(mergeReports(shards(20)).report.findings).toHaveLength(1);
  expect(mergeReports(shards(200)).report).toMatchObject({ findings: [], answers: { count: 230, slow: 3 } });
});

test("B-16 a shop whose every answer counts as slow gets a warning with the plain world as its story", async () => {
  const only = ["webhook deposit.confirmed"];
  // Side by side, webhooks wait for each other and are not timed.
  const report = await huntShop({ only, slowMs: -1, beside: 1 });
  expect(report.hindrance).toBeNull();
  const { count } = report.answers;
  expect(report.answers.slow).toBe(count);
  expect(report.findings).toMatchObject([
    { rule: "B-16", level: "warning", phase: "plain", rate: { failed: count, of: count }, number: 1 },
  ]);
  expect(report.findings[0]?.steps.map((step) => step.do)).toEqual(["open", "pay"]);
  expect(report.rules_not_judged).toEqual([]);
  const usual = await huntShop({ only: ["value tenths"] });
  expect(usual.rules_not_judged.map(({ rule }) => rule)).toEqual(["B-16"]);
}, 300_000);
