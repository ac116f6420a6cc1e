// Hunts an app that has no customers and no books: `forwarder.ts` in a process of its own, of which the hunt knows the start and the webhooks.

import { join } from "node:path";
import { freePort } from "../../src/cli/hunt/free-port.ts";
import { hunt } from "../../src/hunt/hunt.ts";
import type { HuntReport } from "../../src/hunt/report.ts";
import { hostOf } from "./a-hunt.ts";

/** The forwarder with this mistake, under these troubles. @param jobs pairs of sandbox and app; 1 by default */
export async function huntForwarder(MISTAKE: string, only: readonly string[], jobs?: number): Promise<HuntReport> {
  const port = await freePort();
  const app = `${process.execPath} ${join(import.meta.dirname, "forwarder.ts")}`;
  const adapter = { app, webhook: `http://127.0.0.1:${port}/webhooks`, env: { MISTAKE } };
  const limits = { seed: 1, phases: ["singles"], budgetMs: 300_000, maxWorlds: 1_000, most: 1, settleMs: 0 } as const;
  const options = { adapter, ...limits, deep: false, only, without: [], ...(jobs !== undefined && { jobs }) };
  return hunt(options, hostOf(port, []));
}
