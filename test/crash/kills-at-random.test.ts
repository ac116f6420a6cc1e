// The shipped command under load, killed at random moments, also while it stops, recovers, restores or resets; then started again.
import { expect, test } from "vitest";
import { aCampaign } from "./a-campaign.ts";

test("R-110 R-149 R-158 R-161 R-172 R-174 R-184 I-22 I-37 ten kills at random moments lose nothing that was acknowledged, and nothing is paid twice", async () => {
  const { wrong, kills, payouts, ends } = await aCampaign({ failpoints: [], kills: 10, seed: 2 });
  expect(wrong).toEqual([]);
  expect(kills).toBe(10);
  expect(payouts).toBeGreaterThan(0);
  expect([...ends.keys()]).toEqual(expect.arrayContaining(["at random"]));
}, 300_000);
