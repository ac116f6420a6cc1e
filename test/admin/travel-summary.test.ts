// What `advance` and `run-until-idle` say about the way in numbers.
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { AdminDependencies } from "../../src/admin/dependencies.ts";
import { countFromNow } from "../../src/admin/travel-summary.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { aUda } from "../support/payments/a-uda.ts";

const NOTHING = {
  ...{ blocks: 0, deposits_confirmed: 0, payouts_confirmed: 0, payouts_failed: 0, settlements_completed: 0 },
  ...{ settlements_failed: 0, webhooks_delivered: 0, webhook_attempts_failed: 0, webhooks_dead: 0 },
};

test("advance counts blocks, deposits, settlements and webhooks of its way, and only of its way", async () => {
  const { api, control, ready } = await aSandbox();
  const receiver = await aReceiver();
  await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, {
    url: receiver.url,
    event_types: ["deposit.confirmed"],
  });
  await control("POST", "/faults", { gate: "webhook.delivery", effect: "drop", times: 2 });
  await aUda(api, { owner: "settler" });
  await control("PUT", "/networks/polygon/mining", { mode: "interval", block_time: "2s" });
  await control("POST", "/deposits", { network: "polygon", asset: "USDT", amount: "100", owner: "settler" });
  const { summary } = await control("POST", "/clock/advance", { by: "30m" });
  expect(summary).toMatchObject({
    ...{ deposits_confirmed: 1, settlements_completed: 1, settlements_failed: 0 },
    ...{ webhooks_delivered: 1, webhook_attempts_failed: 2, webhooks_dead: 0 },
  });
  expect(summary.blocks).toBeGreaterThan(2);
  await control("PUT", "/networks/polygon/mining", { mode: "instant" });
  await control("POST", "/run-until-idle", { advance: true });
  expect((await control("POST", "/clock/advance", { by: "30m" })).summary).toEqual(NOTHING);
});

test("run-until-idle counts a delivery that dies", async () => {
  const { api, control, ready } = await aSandbox();
  const receiver = await aReceiver();
  await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  await control("POST", "/faults", { gate: "webhook.delivery", effect: "drop", times: 6 });
  await api.POST("/wallets", { body: { owner: "a", network_symbol: "base" } });
  const { summary } = await control("POST", "/run-until-idle", { advance: true });
  expect(summary).toMatchObject({
    webhooks_delivered: 0,
    webhook_attempts_failed: expect.any(Number),
    webhooks_dead: 1,
  });
});

describe("how an attempt ends that is under way at the beginning is not counted", () => {
  test.each([
    ["it succeeds", { held: 1, status: 200, delivered: 0 }],
    ["it fails, and only its retry counts", { held: 1, status: 500, delivered: 1 }],
    ["it fails and was the last one", { held: 6, status: 500, delivered: 0 }],
  ])("%s", async (_, { held, status, delivered }) => {
    const { api, control, ready, store } = await aSandbox();
    const hanging: ServerResponse[] = [];
    const hold = (response: ServerResponse): void => void hanging.push(response);
    const receiver = await aReceiver((number) => (number === held ? hold : number < held ? 500 : 200));
    await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
    await api.POST("/wallets", { body: { owner: "a", network_symbol: "base" } });
    const idle = control("POST", "/run-until-idle", { advance: true });
    await receiver.until(held);
    const flow = { world: { db: store }, chains: { all: [] } };
    const summary = countFromNow({ flow } as unknown as AdminDependencies);
    hanging[0]?.writeHead(status).end();
    await idle;
    expect(summary()).toEqual({ ...NOTHING, webhooks_delivered: delivered });
    await api.POST("/wallets", { body: { owner: "b", network_symbol: "base" } });
    await control("POST", "/run-until-idle", { advance: true });
    expect(summary()).toMatchObject({ webhooks_delivered: delivered + 1 });
  });
});
