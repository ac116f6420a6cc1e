// A hunt finds mistakes of the example shop, shrinks each to its story, and finds nothing in the correct one (U-01…U-51).
import { expect, test } from "vitest";
import { huntShop } from "./a-hunt.ts";

test("U-22 U-51 the correct shop passes troubles of every family", async () => {
  const only = [
    ...["webhook deposit.confirmed", "webhook outage", "chain reorg", "payout revert", "payout ordered twice"],
    ...[
      "value tenths",
      "value on a",
      "value two",
      "settlement plain",
      "app restarted between",
      "api createPayout answer",
    ],
  ];
  const report = await huntShop({ only });
  expect(report.hindrance).toBeNull();
  expect(report.findings.map(({ rule, what, steps }) => ({ rule, what, steps }))).toEqual([]);
  expect(report.worlds.singles).toBeGreaterThan(30);
  expect(report.not_judged).toEqual([]);
}, 300_000);

test.each([
  ["no-dedupe", "webhook deposit.confirmed duplicate", "B-02", ["open", "fault", "pay"]],
  ["credit-on-new", "chain reorg drop at the first block", "B-02", ["open", "mining", "pay", "mine"]],
  ["signature-unchecked", "webhook deposit.confirmed wrong-secret", "B-12", undefined],
])(
  "U-40 U-42 the mistake %s is found by a single trouble, with a minimal story that fails every time",
  async (mistake, trouble, rule, kinds) => {
    const report = await huntShop({ mistake, only: [trouble] });
    expect(report.hindrance).toBeNull();
    const [finding] = report.findings;
    expect(finding).toMatchObject({ rule, rate: { failed: 10, of: 10 }, unstable: false });
    expect(["smallest", "minimal"]).toContain(finding?.certificate.kind);
    expect(finding?.certificate.without.every(({ failed }) => failed === 0)).toBe(true);
    if (kinds !== undefined) expect(finding?.steps.map((step) => step.do)).toEqual(kinds);
  },
  300_000,
);

test("U-82 a hunter without the rules about too much does not see that a deposit is credited twice", async () => {
  const only = ["webhook deposit.confirmed duplicate"];
  const report = await huntShop({ mistake: "no-dedupe", only, rulesOff: ["B-01", "B-02", "B-03", "B-04"] });
  expect(report.findings).toEqual([]);
}, 300_000);
