// A hunt that knows nothing of the app but how it starts and where it takes webhooks (depth 0): it opens wallets itself (U-00, §3).
import { expect, test } from "vitest";
import { huntForwarder } from "./hunt-forwarder.ts";

test("depth 0: an app without mistakes passes, and what cannot be judged is said", async () => {
  const report = await huntForwarder("none", [
    "webhook deposit.confirmed",
    "api createPayout",
    "payout",
    "app restarted after",
  ]);
  expect(report.hindrance).toBeNull();
  expect(report.findings.map(({ rule, what }) => `${rule} ${what}`)).toEqual([]);
  expect(report.worlds.singles).toBeGreaterThan(40);
  expect(report.not_judged).toEqual([]);
  expect(report.rules_not_judged.map(({ rule }) => rule)).not.toContain("B-07");
  expect(report.rules_not_judged.map(({ rule }) => rule)).toContain("B-03");
}, 300_000);

test.each<[string, string, string]>([
  ["forged", "webhook deposit.confirmed wrong-secret", "B-12"],
  ["cut", "webhook deposit.confirmed truncate", "B-12"],
  ["stale", "webhook deposit.confirmed stale-timestamp", "B-12"],
  ["refuses", "webhook deposit.new drop", "B-13"],
  ["hangs-up", "webhook deposit.new drop", "B-13"],
  ["pays-twice", "webhook deposit.confirmed duplicate", "B-07"],
  ["new-reference", "api createPayout answer lost", "B-14"],
  ["dies", "chain reorg drop at the first block", "B-15"],
])(
  "depth 0: the mistake %s is found by %s",
  async (mistake, trouble, rule) => {
    const report = await huntForwarder(mistake, [trouble]);
    expect(report.hindrance).toBeNull();
    expect(report.findings[0]).toMatchObject({
      rule,
      level: mistake === "stale" ? "warning" : "error",
      unstable: false,
    });
  },
  300_000,
);
