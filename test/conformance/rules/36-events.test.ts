// Section 36: events: which endpoints get them, and what causes each of the ten types, observed at a real receiver.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openSandbox } from "../../support/a-sandbox.ts";
import { aReceiver, openReceiver } from "../../support/clients/a-receiver.ts";
import { asTokenOwner, aVault, payoutBody, payoutNow } from "../../support/payments/a-payout.ts";
import { aUda, sendToken, settlementOf } from "../../support/payments/a-uda.ts";
import { OPERATIONS, send } from "../http-client.ts";

const TYPES = [
  "deposit.new",
  "deposit.confirmed",
  "address.assigned",
  "transaction.broadcasted",
  "transaction.confirmed",
  "transaction.failed",
  "balance.updated",
  "uda.settlement.created",
  "uda.settlement.completed",
  "uda.settlement.failed",
];

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  sandbox = await openSandbox();
  receiver = await openReceiver();
  await endpoint(sandbox.ready.tenant_id, receiver.url);
});
afterAll(async () => {
  await sandbox.end();
  await receiver.end();
});
beforeEach(() => told());

let seen = 0;
const everSeen = new Set<string>();

/** The requests since the last call: first attempts for one resource, in order. */
async function told(): Promise<{ type: string; payload: any }[]> {
  await sandbox.control("POST", "/run-until-idle");
  const fresh = receiver.received.slice(seen).map(({ json }) => json);
  seen = receiver.received.length;
  for (const { type } of fresh) everSeen.add(type);
  return fresh;
}

const typesOf = (events: readonly { type: string }[], start = ""): string[] =>
  events.map(({ type }) => type).filter((type) => type.startsWith(start));

function endpoint(tenantId: string, url: string, order: object = {}) {
  return sandbox.control("POST", `/tenants/${tenantId}/webhook-endpoints`, { url, ...order });
}

async function aWallet(owner: string, network = "base") {
  const { data } = await sandbox.api.POST("/wallets", { body: { owner, network_symbol: network } });
  if (data === undefined) throw new Error("no wallet");
  return data.data;
}

/** Sets a network to manual mining while `work` runs. */
async function byHand(network: string, work: (mine: (blocks?: number) => Promise<void>) => Promise<void>) {
  const mining = (mode: string) => sandbox.control("PUT", `/networks/${network}/mining`, { mode });
  await mining("manual");
  try {
    await work((blocks = 1) => sandbox.control("POST", `/networks/${network}/mine`, { blocks }));
  } finally {
    await mining("instant");
  }
}

test("a POST to the URL of each active endpoint of the tenant that asked for the type, and to no other (S-472, S-473, S-474, S-475)", async () => {
  const { ready, control } = sandbox;
  const stranger = await control("POST", "/tenants", { name: "stranger" });
  // Which endpoints get address.assigned.
  const rows: [string, string, object, number][] = [
    ["everything", ready.tenant_id, { event_types: ["*"] }, 1],
    ["this type", ready.tenant_id, { event_types: ["deposit.new", "address.assigned"] }, 1],
    ["another type", ready.tenant_id, { event_types: ["deposit.new"] }, 0],
    ["switched off", ready.tenant_id, { active: false }, 0],
    ["another tenant", stranger.tenant_id, {}, 0],
  ];
  const receivers = await Promise.all(rows.map(() => aReceiver()));
  for (const [at, [, tenant, order]] of rows.entries())
    await endpoint(tenant, `${receivers[at]?.url}/deep?a=${at}`, order);
  const wallet = await aWallet("subscribers");
  await told();
  for (const [at, [name, , , times]] of rows.entries()) expect(receivers[at]?.received.length, name).toBe(times);
  expect(receivers[0]?.received[0]).toMatchObject({
    method: "POST",
    path: "/hooks/deep?a=0",
    json: { payload: wallet },
  });
  expect(receivers[1]?.received[0]?.body).toBe(receivers[0]?.received[0]?.body);
});

test("deposit.new when it is first in a block, deposit.confirmed at the target of the network and not before (S-476, S-477)", async () => {
  const wallet = await aWallet("watched");
  await sandbox.control("PUT", "/networks/base/confirmations", { blocks: 3 });
  await told();
  await byHand("base", async (mine) => {
    const order = { network: "base", asset: "USDC", amount: "25.5", to_address: wallet.address };
    const { tx_id } = await sandbox.control("POST", "/deposits", order);
    expect(await told()).toEqual([]);
    await mine();
    const [first, ...more] = await told();
    expect([first?.type, more]).toEqual(["deposit.new", []]);
    expect(first?.payload).toMatchObject({ tx_hash: tx_id, owner: "watched", amount: "25.5" });
    await mine();
    expect(await told()).toEqual([]);
    await mine();
    const confirmed = await told();
    expect(typesOf(confirmed, "deposit.")).toEqual(["deposit.confirmed"]);
    expect(confirmed.find(({ type }) => type === "deposit.confirmed")?.payload.id).toBe(first?.payload.id);
  });
  await sandbox.control("PUT", "/networks/base/confirmations", { blocks: 2 });
});

test("balance.updated when a confirmed balance changed, with what it was and what it is (S-482)", async () => {
  const wallet = await aWallet("balances");
  await told();
  for (const [amount, previous, now] of [
    ["25.5", "0", "25.5"],
    ["4.5", "25.5", "30"],
  ]) {
    await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount, to_address: wallet.address });
    const changes = (await told()).filter(({ type }) => type === "balance.updated");
    expect(changes.map(({ payload }) => payload)).toMatchObject([
      { wallet_id: wallet.id, symbol: "USDC", previous_balance: { amount: previous }, balance: { amount: now } },
    ]);
  }
});

test("address.assigned for a wallet that was assigned, not for a replay, nor a refusal, nor a UDA (S-478)", async () => {
  const body = { owner: "assigned", network_symbol: "base" };
  const headers = { "idempotency-key": "events" };
  const { body: first } = await send(sandbox, { method: "POST", path: "/wallets", body, headers });
  const [event, ...more] = await told();
  expect([event?.type, more]).toEqual(["address.assigned", []]);
  expect(event?.payload).toMatchObject({ ...first.data, owner: "assigned" });
  await send(sandbox, { method: "POST", path: "/wallets", body, headers });
  await send(sandbox, { method: "POST", path: "/wallets", body: { ...body, network_symbol: "nowhere" } });
  await aUda(sandbox.api, { owner: "assigned-uda" });
  expect(typesOf(await told(), "address.")).toEqual([]);
});

test("transaction.broadcasted when it was sent, transaction.confirmed at the confirmation target (S-479, S-480)", async () => {
  const vault = await aVault(sandbox, { amount: "100" });
  await sandbox.control("POST", "/faucet", { network: "ethereum", asset: "ETH", to_address: vault, amount: "1" });
  await told();
  await byHand("ethereum", async (mine) => {
    const order = payoutBody(sandbox.ready.vault_id, { reference_id: "events-1" });
    const { data } = await sandbox.api.POST("/transfer/payout", { body: order });
    const id = data?.data.id ?? "";
    const [sent, ...more] = await told();
    expect([sent?.type, more]).toEqual(["transaction.broadcasted", []]);
    const payout = await payoutNow(sandbox.api, id);
    expect(sent?.payload).toMatchObject({ source_id: id, status: "broadcasted", tx_id: payout.tx_id });
    const pending = await sandbox.chain("ethereum").public.getTransaction({ hash: payout.tx_id as `0x${string}` });
    expect(pending.blockNumber).toBeNull();
    await mine();
    expect(typesOf(await told(), "transaction.")).toEqual([]);
    await mine();
    const [confirmed, ...others] = (await told()).filter(({ type }) => type.startsWith("transaction."));
    expect([confirmed?.type, others]).toEqual(["transaction.confirmed", []]);
    expect(confirmed?.payload).toMatchObject({ id: sent?.payload.id, status: "confirmed" });
  });
});

test("transaction.failed when it failed on the chain (S-481)", async () => {
  await aVault(sandbox, { amount: "50" });
  await asTokenOwner(sandbox, {}, "pause");
  await told();
  const order = payoutBody(sandbox.ready.vault_id, { reference_id: "events-2" });
  const { data } = await sandbox.api.POST("/transfer/payout", { body: order });
  const events = (await told()).filter(({ payload }) => payload.source_id === data?.data.id);
  await asTokenOwner(sandbox, {}, "unpause");
  expect(typesOf(events)).toEqual(["transaction.broadcasted", "transaction.failed"]);
  expect(events[1]?.payload).toMatchObject({ status: "failed", meta: { error: "transaction reverted" } });
  const hash = events[1]?.payload.tx_id;
  expect((await sandbox.chain("ethereum").public.getTransactionReceipt({ hash })).status).toBe("reverted");
});

test("transaction.failed is never sent for what did not fail: a rejected payout and an expired one (S-481)", async () => {
  const { api, control, ready } = sandbox;
  await aVault(sandbox, { network: "bsc", amount: "50" });
  await byHand("bsc", async () => {
    await told();
    const order = (reference_id: string, more: object = {}) =>
      api.POST("/transfer/payout", {
        body: { ...payoutBody(ready.vault_id, { reference_id, network_symbol: "bsc" }), ...more },
      });
    // The vault has no gas, and no block is mined: both stay queued.
    const rejected = await order("events-rejected");
    const { now } = await control("GET", "/clock");
    const at = new Date(Date.parse(now) + 60_000).toISOString();
    const expired = await order("events-expired", { expired_at: at });
    await api.POST("/transfer/payout/{id}/reject", { params: { path: { id: rejected.data?.data.id ?? "" } } });
    await control("POST", "/clock/advance", { by: "2m" });
    const events = await told();
    const ids = [rejected, expired].map(({ data }) => data?.data.id ?? "");
    expect((await Promise.all(ids.map((id) => payoutNow(api, id)))).map(({ status }) => status)).toEqual([
      "expired",
      "expired",
    ]);
    expect(typesOf(events, "transaction.failed")).toEqual([]);
  });
});

test("every transaction.failed names a transaction that its chain knows as reverted, or says why there is none (S-481)", async () => {
  const failed = receiver.received.map(({ json }) => json).filter(({ type }) => type === "transaction.failed");
  expect(failed.length).toBeGreaterThan(0);
  for (const { payload } of failed) {
    expect(payload).toMatchObject({ status: "failed", meta: { error: expect.stringMatching(/\S/) } });
    if (payload.tx_id === null || payload.broadcasted_at === null) continue;
    const chain = sandbox.chain(payload.network_symbol ?? "ethereum").public;
    expect((await chain.getTransactionReceipt({ hash: payload.tx_id })).status).toBe("reverted");
  }
});

test("uda.settlement.created when a route is accepted, .completed when the destination has landed (S-483, S-484)", async () => {
  const { api, control } = sandbox;
  const uda = await aUda(api, { owner: "settles" });
  await control("POST", "/faults", { gate: "routing.provider", effect: "refuse" });
  await told();
  await byHand("arbitrum", async (mine) => {
    await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
    // Confirmed, but no provider has accepted a route yet.
    expect(typesOf(await told(), "uda.")).toEqual([]);
    await control("POST", "/clock/advance", { by: "5s" });
    const created = await told();
    expect(typesOf(created, "uda.")).toEqual(["uda.settlement.created"]);
    const { id } = await settlementOf(api, uda.id);
    expect(created.find(({ type }) => type.startsWith("uda."))?.payload).toMatchObject({ id, status: "created" });
    await mine();
    expect(typesOf(await told(), "uda.")).toEqual([]);
    await mine();
    const landed = (await told()).filter(({ type }) => type.startsWith("uda."));
    expect(landed).toMatchObject([{ type: "uda.settlement.completed", payload: { id, status: "completed" } }]);
    const hash = landed[0]?.payload.destination.tx_hash;
    expect((await sandbox.chain("arbitrum").public.getTransactionReceipt({ hash })).status).toBe("success");
  });
});

test("uda.settlement.failed when every attempt is exhausted, and not one attempt earlier (S-485)", async () => {
  const { api, control } = sandbox;
  const uda = await aUda(api, { owner: "fails" });
  await control("POST", "/faults", { gate: "routing.provider", effect: "refuse", times: null });
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
  await control("POST", "/clock/advance", { by: 34_999 });
  expect(typesOf(await told(), "uda.")).toEqual([]);
  await control("POST", "/clock/advance", { by: 1 });
  const failed = (await told()).filter(({ type }) => type.startsWith("uda."));
  await control("DELETE", "/faults");
  expect(failed).toMatchObject([{ type: "uda.settlement.failed", payload: { status: "failed" } }]);
  expect(failed[0]?.payload.error).not.toBe("");
});

test("these ten types can be subscribed to, and no other type is accepted or sent (S-486)", async () => {
  for (const type of everSeen) expect(TYPES).toContain(type);
  const path = `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`;
  const order = { url: receiver.url, active: false };
  const made = await sandbox.admin("POST", path, { ...order, event_types: TYPES });
  expect(made.status).toBe(201);
  for (const type of ["deposit.failed", "payout.confirmed", "uda.created", "uda.settlement.routing", "deposit.*"])
    expect((await sandbox.admin("POST", path, { ...order, event_types: [type] })).status, type).toBe(400);
});

test("nothing under /v1 manages subscriptions (S-521)", async () => {
  for (const { name, id, tag } of OPERATIONS)
    expect(`${name} ${id} ${tag}`).not.toMatch(/webhook|subscri|endpoint|hook/i);
  for (const path of ["/webhooks", "/webhook-endpoints", "/webhook", "/subscriptions", "/events"])
    for (const method of ["GET", "POST", "PUT", "DELETE"])
      expect((await send(sandbox, { method, path })).body).toMatchObject({ code: 404, error: "Route not found" });
});
