// The built command is killed in the middle of its work and started again: nothing that was acknowledged is lost.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Sandbox } from "../../../src/runtime/sandbox.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { payoutBody, payoutNow } from "../../support/payments/a-payout.ts";
import { allDeposits } from "../../support/payments/on-chain.ts";
import { COMMAND } from "../../support/the-command.ts";

const ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("SANDBOX_")));

async function aProcess(data: string): Promise<{ child: ChildProcess; ready: Sandbox["ready"] }> {
  const child = spawn(process.execPath, [COMMAND, "start", "--port", "0", "--json", "--data", data], {
    env: ENV,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const line = await new Promise<string>((resolve) =>
    child.stdout!.once("data", (bytes: Buffer) => resolve(String(bytes))),
  );
  return { child, ready: JSON.parse(line) as Sandbox["ready"] };
}

const killed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once("close", () => resolve());
    child.kill("SIGKILL");
  });

/** A second start while the first one runs: its exit code and its output. */
function secondStart(data: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [COMMAND, "start", "--port", "0", "--data", data], { env: ENV });
  let said = "";
  child.stderr.on("data", (bytes: Buffer) => (said += String(bytes)));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said })));
}

test("killed three times under load: every acknowledged deposit and payout is there, each exactly once, and reaches its final state", async () => {
  const folder = mkdtempSync(join(tmpdir(), "killed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, "world");
  const acknowledged = { deposits: new Set<string>(), payouts: new Set<string>() };
  let payouts = 0;
  for (const kill of [9, 4, 14]) {
    const { child, ready } = await aProcess(data);
    const post = async (url: string, body: unknown): Promise<any> => {
      const headers = { "content-type": "application/json", "x-api-key": ready.api_key };
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
      return response.ok ? ((await response.json()) as { data: unknown }).data : undefined;
    };
    const addresses = await fetch(`${ready.api_base_url}/vault/${ready.vault_id}/addresses`, {
      headers: { "x-api-key": ready.api_key },
    }).then((answer) => answer.json() as Promise<any>);
    const vault = addresses.data.find((one: any) => one.network_symbol === "ethereum").address;
    const first = { network: "ethereum", asset: "USDT", amount: "1000", to_address: vault };
    acknowledged.deposits.add((await post(`${ready.admin_url}/deposits`, first)).tx_id);
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    let answers = 0;
    const count = (): void => {
      answers += 1;
      if (answers === kill) resolve();
    };
    const work = Array.from({ length: 24 }, async (_, index) => {
      payouts += 1;
      if (index % 2 === 0) {
        const body = { network: "ethereum", asset: "USDT", amount: "50", to_address: vault };
        const made = await post(`${ready.admin_url}/deposits`, body);
        if (made !== undefined) acknowledged.deposits.add(made.tx_id);
      } else {
        const body = payoutBody(ready.vault_id, { reference_id: `order-${payouts}`, amount: "1" });
        const made = await post(`${ready.api_base_url}/transfer/payout`, body);
        if (made !== undefined) acknowledged.payouts.add(made.id);
      }
      count();
    });
    const settled = Promise.allSettled(work);
    await enough;
    await killed(child);
    await settled;
  }
  const sandbox = await aSandbox({ data });
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "2h" });
  const deposits = (await allDeposits(sandbox.api)).map(({ tx_id }) => tx_id);
  expect(new Set(deposits).size).toBe(deposits.length);
  for (const hash of acknowledged.deposits) expect(deposits).toContain(hash);
  expect(acknowledged.payouts.size).toBeGreaterThan(0);
  for (const id of acknowledged.payouts) expect((await payoutNow(sandbox.api, id)).status, id).toBe("confirmed");
  const rows = sandbox.store.all<{ state: string }>(
    "select state from attempt where purpose = 'payout' and kind = 'pay'",
  );
  expect(rows.every(({ state }) => state === "confirmed")).toBe(true);
});

test("a second start says in one line that the folder is in use; after a kill nothing has to be cleaned up (R-149)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "killed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, "world");
  const { child, ready } = await aProcess(data);
  const refused = await secondStart(data);
  expect(refused.code).toBe(1);
  expect(refused.said).toMatch(/is in use by another sandbox \(process \d+\): stop that one, or name another folder/);
  expect(refused.said.trim().split("\n")).toHaveLength(1);
  await killed(child);
  const again = await aProcess(data);
  expect(again.ready.vault_id).toBe(ready.vault_id);
});
