// `--record FILE`: a delivery that was sent again, and several transfers in one transaction, are repeated by the scenario.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { readScenario } from "../../src/scenario/check.ts";
import { runScenario } from "../../src/scenario/run.ts";
import type { Step } from "../../src/scenario/scenario.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { anEndpoint } from "../support/payments/a-webhook.ts";

async function recorded(play: (sandbox: ASandbox) => Promise<void>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "recording-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "story.json");
  const sandbox = await aSandbox({ record: file });
  await play(sandbox);
  await sandbox.close();
  return readFileSync(file, "utf8");
}

/** The steps that went wrong in a sandbox of its own. */
async function played(text: string, more: Step[] = []) {
  const sandbox = await aSandbox();
  const scenario = readScenario(text);
  const whole = { ...scenario, steps: [...scenario.steps, ...more] };
  const outcome = await runScenario(whole, { host: { url: sandbox.url, adminToken: null }, wall: systemClock });
  return outcome.steps.filter((step) => step.outcome !== "passed");
}

const openAndPay = async (sandbox: ASandbox, owner: string) => {
  await sandbox.api.POST("/wallets", { body: { owner, network_symbol: "base" } });
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", owner });
};

test("a redelivery becomes the replay of the last delivery of that type and owner", async () => {
  const text = await recorded(async (sandbox) => {
    const endpoint = await anEndpoint(sandbox);
    for (const owner of ["alice", "bob"]) await openAndPay(sandbox, owner);
    await sandbox.control("POST", "/run-until-idle");
    const ofAlice = (await endpoint.deliveries()).find(
      ({ type, body }) => type === "deposit.confirmed" && JSON.parse(body ?? "").payload.owner === "alice",
    );
    await sandbox.control("POST", `/deliveries/${ofAlice?.id}/redeliver`);
  });
  const steps = readScenario(text).steps;
  expect(steps.filter((step) => "replay" in step)).toEqual([
    { title: "deposit.confirmed comes again", replay: { type: "deposit.confirmed", owner: "alice" } },
  ]);
  const again = { type: "deposit.confirmed", payload: { owner: "alice" }, duplicate: true };
  const look: Step = { title: "it came twice", expect: { webhooks: ["...", again] } };
  expect(await played(text, [look])).toEqual([]);
});

test("a record that an answer named is named by the replay", async () => {
  const text = await recorded(async (sandbox) => {
    await anEndpoint(sandbox);
    await openAndPay(sandbox, "alice");
    const { data } = await sandbox.api.GET("/deposits");
    await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "6", owner: "alice" });
    const query = `type=deposit.confirmed&resource_id=${data?.data[0]?.id}`;
    const { items } = await sandbox.control("GET", `/deliveries?${query}`);
    await sandbox.control("POST", `/deliveries/${items[0].id}/redeliver`);
  });
  const [replay] = readScenario(text).steps.flatMap((step) => ("replay" in step ? [step.replay] : []));
  expect(replay).toEqual({ type: "deposit.confirmed", resource_id: expect.stringMatching(/^\$\{deposit_\d\}$/) });
  expect(await played(text)).toEqual([]);
});

test("several transfers in one transaction are paid in one transaction again", async () => {
  const text = await recorded(async (sandbox) => {
    for (const owner of ["alice", "bob"])
      await sandbox.api.POST("/wallets", { body: { owner, network_symbol: "base" } });
    const legs = [
      { amount: "5", owner: "alice" },
      { asset: "native", amount: "0.5", owner: "bob" },
    ];
    await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", legs });
    await sandbox.api.GET("/deposits");
  });
  const [pay] = readScenario(text).steps.flatMap((step) => ("pay" in step ? [step.pay] : []));
  expect(pay?.legs).toHaveLength(2);
  expect(await played(text)).toEqual([]);
});
