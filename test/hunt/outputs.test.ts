// What is written from the report of a hunt: JUnit, Markdown and the picture of a story (U-60).
import { expect, test } from "vitest";
import { junitOf } from "../../src/contract/outputs/junit.ts";
import { markdownOf } from "../../src/contract/outputs/markdown.ts";
import { seal } from "../../src/contract/outputs/seal.ts";
import { RULE_IDS } from "../../src/hunt/judge/rule.ts";
import { assemble } from "../../src/hunt/plan/assemble.ts";
import { troublesOf } from "../../src/hunt/plan/troubles.ts";
import type { HuntReport } from "../../src/hunt/report.ts";
import { ADVICE } from "../../src/hunt/story/advice.ts";
import { pictureOf, surplusText } from "../../src/hunt/story/picture.ts";
import { resultDocument } from "../../src/hunt/story/result-document.ts";
import { storyOf } from "../../src/hunt/story/scenario.ts";
import { checkScenario } from "../../src/scenario/check.ts";
import { FINDING, REPORT } from "./a-report.ts";

const sealed = (report: HuntReport) =>
  seal(resultDocument(report, "hunt"), { secrets: ["whsec_planted"], withBodies: false });
const facts = { seed: 7, version: "0.1.0", again: "cpsandbox run hunt/hunt-1.json" };

test("every rule has its advice", () => {
  expect(Object.keys(ADVICE)).toEqual(RULE_IDS);
});

test("JUnit has a case for each finding, trouble and rule; what was not judged is skipped with the reason", () => {
  const xml = junitOf(sealed(REPORT));
  const suites = [
    ...xml.matchAll(/<testsuite name="([^"]+)" tests="(\d+)" failures="(\d+)" errors="0" skipped="(\d+)"/g),
  ];
  expect(suites.map(([, ...counts]) => counts)).toEqual([
    ["Findings", "1", "1", "0"],
    ["Single troubles", "3", "1", "1"],
    ["Further worlds", "4", "0", "4"],
    ["Rules", String(RULE_IDS.length), "1", "1"],
  ]);
  expect(xml).toContain("the adapter has no action withdraw");
  expect(xml).toContain("deposit.confirmed → 200 (answer-lost), 200");
});

test("what kept the hunt from judging stands in the summary, and no rule counts as passed", () => {
  const document = sealed({ ...REPORT, findings: [], hindrance: "the books answered 404\n  with more" });
  expect(document.summary).toBe("Could not be judged: the books answered 404");
  const rules = document.sections.find(({ title }) => title === "Rules");
  expect(rules?.cases.map(({ result }) => result)).toEqual(RULE_IDS.map(() => "not_judged"));
});

test("Markdown names the finding, what to do and how to see it again", () => {
  const text = markdownOf(sealed(REPORT));
  expect(text).toContain("B-03");
  expect(text).toContain("make the id of the deposit the key of the credit");
  expect(text).toContain("run hunt/hunt-1.json");
});

test("secrets are masked in everything that is written from a report", () => {
  const finding = {
    ...FINDING,
    what: "the secret whsec_planted and the key sk_sandbox_77f54f831b349038596c3b991ec0d702",
  };
  const document = sealed({ ...REPORT, findings: [finding] });
  for (const text of [junitOf(document), markdownOf(document)])
    expect(text).not.toMatch(/whsec_planted|77f54f831b349038596c3b991ec0d702/);
});

test("the picture shows lanes, what is too much, and nothing of it can run", () => {
  const events = FINDING.story.events.map((one) => ({ ...one, text: `<script>${one.text}` }));
  const page = pictureOf({ ...FINDING, story: { ...FINDING.story, events } }, facts);
  expect(page).not.toContain("<script");
  expect(page).not.toMatch(/(?:src|href)=/);
  expect(page).toContain("default-src &#39;none&#39;");
  expect(page).toContain("25.5 too much");
  expect(page.match(/class="event/g)).toHaveLength(FINDING.story.events.length + 1);
  expect(page.match(/class="event wrong"/g)).toHaveLength(1);
});

test.each([
  ["51", "25.5", "25.5 too much"],
  ["0.300000000000000004", "0.3", "0.000000000000000004 too much"],
  ["1", "3", "2 missing"],
  ["?", "3", "they differ"],
])("books of %s where the chain holds %s: %s", (credited, held, text) => {
  expect(surplusText({ credited, held })).toBe(text);
});

const ADAPTER = { app: "npm start", webhook: "http://127.0.0.1:3000/w" };
const kept = { adapter: ADAPTER, seed: 1, version: "test" };

test.each(RULE_IDS)("U-20 the story of a finding of %s is a scenario that run reads", (rule) => {
  expect(() => checkScenario(storyOf({ ...FINDING, rule }, kept))).not.toThrow();
});

test("U-20 the story of each trouble is a scenario that run reads", () => {
  const usual = { network: "base", asset: "USDC" };
  const operations = new Map([["createPayout", "withdraw"]] as const);
  const can = { withdraw: true, uda: true, restart: true, reconcile: true, deep: true, legs: true };
  const others = [{ network: "bsc", asset: "USDC" }];
  for (const trouble of troublesOf({ ...can, operations, usual, others, pageSize: 5 })) {
    const { steps } = assemble([trouble], usual);
    expect(() => checkScenario(storyOf({ ...FINDING, steps }, kept)), trouble.name).not.toThrow();
  }
});
