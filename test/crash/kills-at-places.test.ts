// The shipped command under load, ended at failpoints and started again: nothing acknowledged is lost, nothing is paid twice.
import { expect, test } from "vitest";
import type { Failpoint } from "../../src/kernel/failpoint.ts";
import { aCampaign } from "./a-campaign.ts";

test("R-072 R-073 R-077 R-078 R-099 R-113 R-158 R-162 R-163 R-175 I-22 I-32 ten ends at named places lose nothing that was acknowledged, and nothing is paid twice", async () => {
  const failpoints: Failpoint[] = [
    "payout.after_commit_before_reply",
    "attempt.after_sign",
    "attempt.after_send_before_mark",
    "block.after_intent",
    "block.before_done_commit",
    "event.after_insert",
    "delivery.after_response",
    "settle.after_create",
    "replay.mid",
    "shutdown.mid",
  ];
  const { wrong, missed, kills, payouts } = await aCampaign({ failpoints, kills: 0, seed: 1 });
  expect(wrong).toEqual([]);
  expect({ missed, kills }).toEqual({ missed: [], kills: 10 });
  expect(payouts).toBeGreaterThan(0);
}, 300_000);
