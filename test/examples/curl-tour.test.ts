// The curl tour, run twice in the same sandbox, with a frozen and with a running clock.
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readyVariables } from "../../src/runtime/ready-variables.ts";
import { sharedSandbox } from "../support/a-sandbox.ts";

const TOUR = fileURLToPath(new URL("../../examples/curl-tour.sh", import.meta.url));
const frozen = sharedSandbox();
const running = sharedSandbox({ clock: "running" });

async function taken(facts: Record<string, string>): Promise<string> {
  const child = spawn("bash", [TOUR], {
    env: { PATH: process.env["PATH"], ...facts },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect({ code: await ended, err }, out).toEqual({ code: 0, err: "" });
  return out;
}

test.each([
  ["frozen", frozen],
  ["running", running],
])("the curl tour has the documented result with a %s clock, each time it runs", async (_name, sandbox) => {
  for (const _time of [1, 2]) {
    const out = await taken(readyVariables(sandbox().ready));
    expect(out).toContain("deposited: 25.5 USDC, see http://127.0.0.1:");
    expect(out).toContain("the settlement is completed");
    expect(out).toContain('"error":"Duplicate reference_id"');
    expect(out).toContain("the payout is confirmed");
    expect(out).toContain("the delivery is dead");
  }
});
