// Worlds side by side: what one shows alone is found in company too, and what only company shows is a finding of its own (U-15, U-16).
import { expect, test } from "vitest";
import type { HuntReport } from "../../../src/hunt/report.ts";
import { huntShop } from "../a-hunt.ts";

const ONLY = [
  "webhook deposit.confirmed",
  "value t",
  "payout r",
  "payout ordered",
  "api createPayout 500",
  "settlement",
];
const planned = ({ worlds, troubles }: HuntReport) => ({
  worlds,
  troubles: troubles.map(({ name }) => name).toSorted(),
});

test("U-15 the correct shop passes the same worlds side by side as alone, and none counts that did not meet its trouble", async () => {
  const told: string[] = [];
  const [beside, alone] = [await huntShop({ only: ONLY, told }), await huntShop({ only: ONLY, beside: 1 })];
  for (const report of [beside, alone])
    expect([report.hindrance, report.findings, report.not_judged]).toEqual([null, [], []]);
  expect(planned(beside)).toEqual(planned(alone));
  for (const met of ["webhook twice at once", "webhook dead", "payout failed"])
    expect([met, beside.met[met]]).toEqual([met, alone.met[met]]);
}, 300_000);

test("U-15 a mistake that one trouble shows is found in company, with the story of its world alone", async () => {
  const report = await huntShop({
    mistake: "lost-answer-is-failure",
    only: ["payout plain", "value t", "api createPayout"],
  });
  expect(report.hindrance).toBeNull();
  const [finding] = report.findings;
  expect(finding).toMatchObject({ rule: "B-09", rate: { failed: 10, of: 10 } });
  expect(finding?.steps.some((step) => step.do === "fault" && step.of !== undefined)).toBe(false);
}, 300_000);

test("U-15 what only company shows is told by the whole, with several owners in its story", async () => {
  const report = await huntShop({
    mistake: "credits-the-last-customer",
    only: ["value te", "value the same", "value a m"],
  });
  expect(report.hindrance).toBeNull();
  const [finding] = report.findings;
  expect(finding).toMatchObject({ rule: "B-01", rate: { of: 10 }, unstable: false });
  const owners = JSON.stringify(finding?.steps).match(/"owner":"\w+"/g);
  expect(new Set(owners).size).toBe(2);
}, 300_000);
