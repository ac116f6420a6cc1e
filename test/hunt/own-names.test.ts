// An app that chooses the names of its customers, and calls them otherwise at the service, is hunted like any other; `run` repeats its story.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../../src/cli/hunt/free-port.ts";
import { runCommand } from "../../src/cli/program.ts";
import type { Adapter } from "../../src/hunt/adapter.ts";
import { hunt } from "../../src/hunt/hunt.ts";
import { checkAdapter } from "../../src/hunt/hunt-file.ts";
import type { HuntReport } from "../../src/hunt/report.ts";
import { storyOf } from "../../src/hunt/story/scenario.ts";
import { anIo } from "../cli/an-io.ts";
import { hostOf, processes } from "./a-hunt.ts";

/** Customers are numbers in the app and `customer/1001:…` at the service; the balance is in cents. */
function adapterAt(port: number, MISTAKE: string): Adapter {
  const at = `http://127.0.0.1:${port}`;
  return checkAdapter({
    app: `${process.execPath} ${join(import.meta.dirname, "init/shaped-app.ts")}`,
    ...{ webhook: `${at}/webhooks`, env: { SHAPE: "cents", MISTAKE }, keeps: false },
    books: {
      url: `${at}/customers/\${owner}/balance`,
      balance: "/balance_cents",
      decimals: 2,
      network: "base",
      asset: "USDC",
    },
    actions: {
      open: {
        ...{ url: `${at}/signup`, headers: { "content-type": "application/x-www-form-urlencoded" } },
        ...{
          body: "email=${id}@example.org&plan=basic",
          owner: "/customer/id",
          address: "/customer/wallet/deposit/address",
        },
      },
      withdraw: {
        url: `${at}/customers/\${owner}/withdraw`,
        body: { cents: "${amount_cents:number}", destination: "${to}", key: "${id}" },
      },
    },
  });
}

async function hunted(
  MISTAKE: string,
  only: readonly string[],
): Promise<{ report: HuntReport; adapter: Adapter; port: number }> {
  const port = await freePort();
  const adapter = adapterAt(port, MISTAKE);
  const limits = { seed: 1, phases: ["singles"], budgetMs: 300_000, maxWorlds: 1_000, most: 1, settleMs: 500 } as const;
  return {
    report: await hunt({ adapter, ...limits, deep: false, only, without: [] }, hostOf(port, [])),
    adapter,
    port,
  };
}

test("U-03 the app without mistakes passes, withdrawals included", async () => {
  const { report } = await hunted("none", [
    "webhook deposit.confirmed duplicate",
    "payout plain",
    "payout ordered twice in",
    "chain reorg",
  ]);
  expect(report.hindrance).toBeNull();
  expect(report.findings.map(({ rule, what }) => `${rule} ${what}`)).toEqual([]);
  expect(report.not_judged).toEqual([]);
}, 300_000);

test("U-03 a deposit that is credited twice is found, and run repeats the story with the names of the app", async () => {
  const { report, adapter, port } = await hunted("no-dedupe", ["webhook deposit.confirmed duplicate"]);
  const [finding] = report.findings;
  expect(finding).toMatchObject({ rule: "B-02", rate: { failed: 10, of: 10 } });
  if (finding === undefined) return;
  const story = storyOf(finding, { adapter, seed: 1, version: "test" });
  const { environment, spawnGroup } = processes({ PORT: String(port) });
  const scratch = mkdtempSync(join(tmpdir(), "hunt-"));
  const files = { "hunt-1.json": JSON.stringify(story) };
  const hands = {
    spawnGroup: (...words: Parameters<typeof spawnGroup>) => ({ ...spawnGroup(...words), silent: Promise.resolve() }),
  };
  const { io, said } = anIo(environment as Record<string, string>, files, hands);
  try {
    const code = await runCommand(["run", "hunt-1.json"], { ...io, temporaryFolder: () => scratch });
    expect(said.out).toContain("nothing breaks B-02");
    expect(said.out).toMatch(/seen {5}B-02: the balance of customer\/\d+:|seen {5}B-02: /);
    expect(code).toBe(1);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}, 300_000);
