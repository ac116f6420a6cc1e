// The judge of the hunt can fail: without a part of it a mistake is lost (U-82). All rows: `npm run proof:hunt:oracle`.
import { expect, test } from "vitest";
import { RULE_IDS } from "../../src/hunt/judge/rule.ts";
import { huntShop } from "./a-hunt.ts";
import { isSharp, ORACLE } from "./mistakes/oracle.ts";

const QUICK = ["credits may be too high", "genuine webhooks may be refused"];

test.each(ORACLE.filter(({ name }) => QUICK.includes(name)))(
  "U-82 $name: loses $mistake",
  async (one) => {
    expect(await isSharp(one, huntShop)).toBeNull();
  },
  120_000,
);

test("U-82 each rule that is an error is taken away in a row of the table", () => {
  const taken = new Set(ORACLE.flatMap(({ blunt }) => blunt.rulesOff ?? []));
  expect(RULE_IDS.filter((rule) => !taken.has(rule))).toEqual(["B-16"]);
});
