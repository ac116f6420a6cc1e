// The shop against the sandbox: real transfers, real webhooks, no sleep. Eleven situations from production.
import { startSandbox } from "crypto-payment-sandbox/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createShop } from "./shop.js";

const CUSTOMER = "0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a";
const SECRET = "whsec_0123456789abcdef0123456789abcdef";
let sandbox;
let chain;
let tenant;
let url;

beforeAll(async () => {
  sandbox = await startSandbox();
  chain = sandbox.chain("base");
});
afterAll(() => sandbox.stop());

// Every test has its own tenant, shop and webhook endpoint; only the chains are shared.
beforeEach(async () => {
  await sandbox.clearFaults();
  tenant = await sandbox.tenant("shop");
  const api = { baseUrl: sandbox.apiBaseUrl, apiKey: tenant.apiKey, vaultId: tenant.vaultId };
  const server = createShop({ api, webhookSecret: SECRET }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${server.address().port}`;
  await sandbox.control.post(`/tenants/${tenant.id}/webhook-endpoints`, { url: `${url}/webhooks`, secret: SECRET });
  return () => server.close();
});

async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, ...(await response.json()) };
}

const anOrder = (amount, id = "order-1") => post("/orders", { id, amount });
const order = async (id = "order-1") => (await fetch(`${url}/orders/${id}`)).json();

/** Resolves when all deliveries are done, including retries: time is virtual. */
const allDelivered = () => sandbox.runUntilIdle({ advance: true, limit: "10m" });

async function paid(amount, asset = "USDC") {
  const { address } = await order();
  const hash = await chain.pay({ asset, amount, to: address });
  await allDelivered();
  return hash;
}

test("an order gets an address, and is paid when the transfer is confirmed", async () => {
  expect(await anOrder("25.5")).toMatchObject({ status: 201, state: "open", received: "0" });
  await paid("25.5");
  expect(await order()).toMatchObject({ state: "paid", received: "25.5" });
});

test("an order that is sent again keeps its address and what was received", async () => {
  const { address } = await anOrder("25.5");
  await paid("25.5");
  expect(await anOrder("25.5")).toMatchObject({ status: 201, address, state: "paid", received: "25.5" });
});

test("too little leaves the order underpaid until the rest comes", async () => {
  await anOrder("25.5");
  await paid("20");
  expect(await order()).toMatchObject({ state: "underpaid", received: "20" });
  await paid("5.5");
  expect(await order()).toMatchObject({ state: "paid", received: "25.5" });
});

test("too much is given back by a payout, once", async () => {
  await sandbox.deposit({ network: "base", asset: "USDC", amount: "100", to: await vaultAddress() });
  await anOrder("25.5");
  await paid("30");
  expect(await post("/orders/order-1/refund", { to_address: CUSTOMER })).toMatchObject({
    status: 202,
    refunded: "4.5",
  });
  expect(await post("/orders/order-1/refund", { to_address: CUSTOMER })).toMatchObject({ status: 409 });
  await allDelivered();
  expect(await balanceOf(CUSTOMER)).toBe(4_500_000n);
});

test("another token than the one asked for pays nothing and is noted", async () => {
  await anOrder("25.5");
  await paid("0.01", "ETH");
  expect(await order()).toMatchObject({ state: "open", received: "0", notes: [expect.stringContaining("ETH")] });
});

test("a webhook that comes twice counts once", async () => {
  await anOrder("25.5");
  await sandbox.fault({ gate: "webhook.delivery", effect: "duplicate", match: { type: "deposit.confirmed" } });
  await paid("25.5");
  expect(await order()).toMatchObject({ state: "paid", received: "25.5" });
});

test("webhooks that come in another order change nothing", async () => {
  await anOrder("25.5");
  await sandbox.fault({ gate: "webhook.delivery", effect: "reorder", match: { type: "deposit.new" } });
  await paid("25.5");
  expect(await order()).toMatchObject({ state: "paid", received: "25.5" });
});

test("a forged, altered or stale webhook is refused", async () => {
  const { address } = await anOrder("25.5");
  const forged = JSON.stringify({ type: "deposit.confirmed", payload: { owner: "order-1", to_address: address } });
  const headers = {
    "webhook-id": "1",
    "webhook-timestamp": `${Math.floor(Date.now() / 1000)}`,
    "webhook-signature": "00",
  };
  const answer = await fetch(`${url}/webhooks`, { method: "POST", headers, body: forged });
  expect(answer.status).toBe(401);
  // The first three attempts have three kinds of wrong signature; the fourth is valid.
  for (const [index, effect] of ["wrong-secret", "stale-timestamp", "truncate"].entries()) {
    const match = { type: "deposit.confirmed", attempt: index + 1 };
    await sandbox.fault({ gate: "webhook.delivery", effect, match });
  }
  await paid("25.5");
  expect(await order()).toMatchObject({ state: "paid", received: "25.5" });
  const event = await tenant.events.next("deposit.confirmed");
  const { items } = await sandbox.control.get("/deliveries", { event_id: event.id });
  expect(items[0].attempts.map(({ status }) => status)).toEqual([401, 401, 401, 200]);
});

test("a deposit that the chain takes back pays nothing", async () => {
  await sandbox.control.put("/networks/base/mining", { mode: "manual" });
  await anOrder("25.5");
  const { address } = await order();
  await chain.pay({ asset: "USDC", amount: "25.5", to: address });
  await sandbox.mine("base", 1);
  await sandbox.reorg("base", { depth: 1, transactions: "drop" });
  await sandbox.mine("base", 30);
  await allDelivered();
  expect(await order()).toMatchObject({ state: "open", received: "0" });
  await sandbox.control.put("/networks/base/mining", { mode: "instant" });
});

test("while the shop is down the service tries again, six times in all", async () => {
  await anOrder("25.5");
  const down = { gate: "webhook.delivery", effect: "timeout", match: { type: "deposit.confirmed" }, times: 5 };
  await sandbox.fault(down);
  await paid("25.5");
  expect(await order()).toMatchObject({ state: "paid", received: "25.5" });
});

test("after a long outage the shop asks for confirmed deposits, and credits no other", async () => {
  await anOrder("25.5");
  await sandbox.fault({ gate: "webhook.delivery", effect: "timeout", times: null });
  await paid("20");
  await sandbox.control.put("/networks/base/mining", { mode: "manual" });
  const { address } = await order();
  await chain.pay({ asset: "USDC", amount: "5.5", to: address });
  await sandbox.mine("base", 1);
  expect(await order()).toMatchObject({ state: "open", received: "0" });
  expect(await post("/reconcile", {})).toMatchObject({ status: 200, found: 1 });
  expect(await order()).toMatchObject({ state: "underpaid", received: "20" });
  await sandbox.mine("base", 1);
  expect(await post("/reconcile", {})).toMatchObject({ status: 200, found: 1 });
  expect(await order()).toMatchObject({ state: "paid", received: "25.5" });
  expect(await post("/reconcile", {})).toMatchObject({ status: 200, found: 0 });
  await sandbox.control.put("/networks/base/mining", { mode: "instant" });
});

test("a lost answer does no harm: the wallet is the same, the refund is paid once", async () => {
  await sandbox.deposit({ network: "base", asset: "USDC", amount: "100", to: await vaultAddress() });
  const before = await balanceOf(CUSTOMER);
  await sandbox.fault({ gate: "api.request", effect: "after-commit-close", times: 1 });
  expect(await anOrder("25.5")).toMatchObject({ status: 201 });
  await paid("30");
  await sandbox.fault({ gate: "api.request", effect: "after-commit-close", match: { operation_id: "createPayout" } });
  expect(await post("/orders/order-1/refund", { to_address: CUSTOMER })).toMatchObject({ status: 202 });
  await allDelivered();
  expect((await balanceOf(CUSTOMER)) - before).toBe(4_500_000n);
});

async function vaultAddress() {
  const { data } = await tenant.client.GET("/vault/{vault_id}/addresses", {
    params: { path: { vault_id: tenant.vaultId } },
  });
  return data.data.find(({ network_id }) => network_id === "8453").address;
}

function balanceOf(address) {
  const abi = [
    {
      type: "function",
      name: "balanceOf",
      inputs: [{ type: "address" }],
      outputs: [{ type: "uint256" }],
      stateMutability: "view",
    },
  ];
  return chain.public.readContract({
    address: chain.token("USDC").address,
    abi,
    functionName: "balanceOf",
    args: [address],
  });
}
