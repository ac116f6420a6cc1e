// A hunt finds the mistakes of a small shop, shrinks each to its story, and finds nothing in the correct one (U-01…U-51).
import { expect, test } from "vitest";
import { huntShop } from "./a-hunt.ts";

test("U-22 the correct shop passes every single trouble", async () => {
  const told: string[] = [];
  const report = await huntShop({ told });
  expect(report.hindrance).toBeNull();
  expect(report.findings.map(({ rule, what, steps }) => ({ rule, what, steps }))).toEqual([]);
  expect(report.worlds.singles).toBeGreaterThan(60);
  expect(report.not_judged).toEqual([]);
}, 300_000);

test.each([
  ["no-dedupe", "B-03", ["open", "fault", "pay"]],
  ["credit-on-new", "B-02", ["open", "mining", "pay", "mine"]],
  ["signature-unchecked", "B-12", ["open", "fault"]],
])(
  "U-40 U-42 a shop with the mistake %s breaks %s, with a smallest story that fails every time",
  async (mistake, rule, kinds) => {
    const report = await huntShop({ mistake });
    expect(report.hindrance).toBeNull();
    const [finding] = report.findings;
    expect(finding).toMatchObject({
      rule,
      rate: { failed: 10, of: 10 },
      unstable: false,
      certificate: { kind: "smallest" },
    });
    expect(finding?.steps.map((step) => step.do)).toEqual(kinds);
    expect(finding?.certificate.without.every(({ failed }) => failed === 0)).toBe(true);
  },
  300_000,
);
