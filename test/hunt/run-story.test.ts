// `run` plays a kept story: it starts the app beside a sandbox of its own, and fails as long as the app has the mistake (U-20).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { anIo } from "../cli/an-io.ts";
import { aCopy, processes } from "./a-hunt.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: a name of the scenario
const OWNER = "a-${tenant_id}";

/** Runs a story about the shop with this mistake: a confirmed deposit is sent twice. */
async function runOnce(mistake: string | undefined) {
  const copy = await aCopy(mistake === undefined ? {} : { mistake });
  const story = {
    title: "B-02 credited above the chain",
    about: "A deposit that is told twice is credited once.",
    options: { app: copy.adapter },
    steps: [
      { title: "a opens a wallet", act: { name: "open", owner: OWNER, network: "base" } },
      {
        title: "twice",
        fault: { gate: "webhook.delivery", effect: "duplicate", match: { type: "deposit.confirmed" } },
      },
      { title: "a is paid", pay: { network: "base", asset: "USDC", amount: "1", owner: OWNER } },
      { title: "the app is killed and started again", restart: {} },
      { title: "one credit", expect: { books: [{ owner: OWNER, network: "base", asset: "USDC", amount: "1" }] } },
    ],
    hunt: { version: 1 },
  };
  const { environment, spawnGroup } = processes({ PORT: String(copy.port) });
  const scratch = mkdtempSync(join(tmpdir(), "hunt-"));
  const given = environment as Record<string, string>;
  const { io, said } = anIo(
    given,
    { "hunt-1.json": JSON.stringify(story) },
    {
      spawnGroup: (...words) => ({ ...spawnGroup(...words), silent: Promise.resolve() }),
    },
  );
  try {
    return { code: await runCommand(["run", "hunt-1.json"], { ...io, temporaryFolder: () => scratch }), ...said };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    copy.remove();
  }
}

test("U-20 a story with an app fails while the app has the mistake, and says what the books hold", async () => {
  const { code, out, err } = await runOnce("no-dedupe");
  expect(err).toContain("this story runs: ");
  expect(out).toContain('- expected "1"');
  expect(out).toContain('+ seen     "2"');
  expect(code).toBe(1);
}, 120_000);

test("U-20 the same story passes with the app that makes no mistake", async () => {
  const { code, out } = await runOnce(undefined);
  expect(out).toContain("passed: 5 steps");
  expect(code).toBe(0);
}, 120_000);
