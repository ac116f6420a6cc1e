// A short campaign of kills for a test: in a folder of its own that is gone afterwards.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Failpoint } from "../../src/kernel/failpoint.ts";
import { campaign, type Outcome } from "./campaign.ts";

export function aCampaign(order: { failpoints: readonly Failpoint[]; kills: number; seed: number }): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "crash-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return campaign({ folder, ...order });
}
