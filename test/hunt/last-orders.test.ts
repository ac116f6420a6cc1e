// The last orders of a world: what an app keeps back without any trouble is its own affair, and what it keeps back because of one is not (B-18).
import { expect, test } from "vitest";
import { plainWithdrawal } from "../../src/hunt/plan/assemble.ts";
import { type StoryFacts, storyOf } from "../../src/hunt/story/scenario.ts";
import { huntShop } from "./a-hunt.ts";
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

test("B-18 a shop that pays all that is left is asked for all of it", async () => {
  const report = await huntShop({ mistake: "debits-what-it-refuses", only: ["payout"], maxWorlds: 60 });
  expect(report.findings.map(({ rule }) => rule)).toEqual(["B-18"]);
  expect(report.left_out).not.toContain(PART);
}, 150_000);

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
