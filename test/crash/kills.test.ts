// The shipped command under load, killed with SIGKILL and started again: nothing acknowledged is lost, nobody is paid twice.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { campaign } from "./campaign.ts";

test("R-174 R-175 I-22 I-32 six kills, at named places and at random moments, lose nothing that was acknowledged, and nobody is paid twice", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crash-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const failpoints = ["block.after_intent", "attempt.after_send_before_mark"];
  const { wrong, missed, kills, payouts } = await campaign({ folder, failpoints, kills: 4, seed: 1 });
  expect(wrong).toEqual([]);
  expect({ missed, kills }).toEqual({ missed: [], kills: 6 });
  expect(payouts).toBeGreaterThan(0);
}, 180_000);
