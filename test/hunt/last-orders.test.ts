// The last orders of a world: what an app keeps back without any trouble is its own affair, and what it keeps back because of one is not (B-18).
import { expect, test } from "vitest";
import { trial } from "../../src/hunt/init/trial.ts";
import { plainWithdrawal } from "../../src/hunt/plan/assemble.ts";
import { replay } from "../../src/hunt/replay.ts";
import { type StoryFacts, storyOf } from "../../src/hunt/story/scenario.ts";
import { aCopy, hostOf, huntShop } from "./a-hunt.ts";
import { FINDING } from "./a-report.ts";
import { runAStory } from "./run-a-story.ts";

const usual = { network: "base", asset: "USDC" };
const PART = "no withdrawals of all that is left: your app refuses them without any trouble too";
const NOTHING = "no withdrawals of what is left: your app refuses them without any trouble too";

test.each([
  ["keeps-half-a-token", PART],
  ["one-withdrawal-each", NOTHING],
])(
  "B-18 a right shop is found to be right, and what it keeps back is said: %s",
  async (mistake, leftOut) => {
    const report = await huntShop({ mistake, only: ["payout", "api createPayout"], maxWorlds: 60, most: 5 });
    expect(report.hindrance).toBeNull();
    expect(report.findings.map(({ rule, what }) => `${rule} ${what}`)).toEqual([]);
    expect(report.left_out).toContain(leftOut);
    expect(report.worlds.singles).toBeGreaterThan(30);
  },
  150_000,
);

test.each([
  ["debits-what-it-refuses", "payout"],
  // The service refused the order, so the money must be there again.
  ["refused-not-refunded", "api createPayout"],
])(
  "B-18 a shop that pays all that is left is asked for all of it: %s",
  async (mistake, trouble) => {
    const report = await huntShop({ mistake, only: [trouble], maxWorlds: 60 });
    expect(report.findings.map(({ rule }) => rule)).toEqual(["B-18"]);
    expect(report.left_out).not.toContain(PART);
  },
  150_000,
);

/** The story that a hunt would keep of a plain withdrawal. */
function keptStory(adapter: object) {
  const finding = { ...FINDING, rule: "B-18" as const, steps: plainWithdrawal(usual) };
  const story = { ...FINDING.story, differences: [] };
  return storyOf({ ...finding, story }, { adapter: adapter as StoryFacts["adapter"], seed: 1, version: "test" });
}

test.each(["keeps-half-a-token", "one-withdrawal-each"])(
  "B-18 a story passes once only as much is kept back as without any trouble: %s",
  async (mistake) => {
    const { code, out } = await runAStory({ mistake }, keptStory);
    expect(out).toContain("passed: ");
    expect(code).toBe(0);
  },
  120_000,
);

test.each([
  ["keeps-half-a-token", "FIXED"],
  ["one-withdrawal-each", "FIXED"],
  ["debits-what-it-refuses", "FAILS"],
])(
  "B-18 hunt init finds nothing wrong with what is kept back, and --replay learns it first: %s",
  async (mistake, verdict) => {
    const { adapter, port, remove } = await aCopy({ mistake });
    try {
      const options = { adapter, seed: 1, budgetMs: 60_000, maxWorlds: 10, most: 1, settleMs: 500 };
      const rest = { deep: false, only: [], without: [], phases: [] };
      const story = {
        file: "hunt-1.json",
        rule: "B-18" as const,
        plan: plainWithdrawal(usual),
        rate: { failed: 10, of: 10 },
      };
      const { stories, hindrance } = await replay([story], { ...options, ...rest }, hostOf(port, []));
      expect(hindrance).toBeNull();
      expect(stories.map((one) => one.verdict)).toEqual([verdict]);
      if (verdict === "FIXED") expect(await trial(adapter, hostOf(port, []))).toEqual({ worlds: 3, why: null });
    } finally {
      remove();
    }
  },
  120_000,
);
