// Table: each gate × effect, and where a fault that fires there shows: in the answer that it made or changed, in a delivery, or in
// records alone, of which the service itself tells later (C-01).
import { beforeAll, expect, test } from "vitest";
import type { DeliverySeen } from "../../src/contract/delivery-seen.ts";
import type { Observation } from "../../src/contract/observation.ts";
import { allEffects, type Gate } from "../../src/faults/catalogue.ts";
import { type ASandbox, sharedSandbox } from "../support/a-sandbox.ts";
import { aVault, payoutBody } from "../support/payments/a-payout.ts";
import { aUda, sendToken } from "../support/payments/a-uda.ts";
import { seenWhile } from "./seen-while.ts";

const sandbox = sharedSandbox({ tier: "enterprise" });

/** `late`: the answer is the service's own, and comes later. `record`: what becomes of a record later; the answer met no fault. */
type Shown = "made" | "changed" | "late" | "lost" | "delivery" | "record";
type Act = (at: ASandbox) => Promise<unknown>;
type Row = readonly [gate: Gate, effect: string, params: object, shown: Shown, act: Act];

const listWallets: Act = ({ api }) => api.GET("/wallets").catch(() => "cut");
const call: Act = ({ chain }) =>
  fetch(chain("base").url, {
    ...{ method: "POST", headers: { "content-type": "application/json" } },
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
  }).catch(() => "cut");
const quote: Act = ({ api, chain }) =>
  api.GET("/uda/quote", {
    params: {
      query: {
        ...{ from_chain_id: 137, from_token: chain("polygon").token("USDT"), amount: "100000000" },
        ...{ to_chain_id: 42161, to_token: chain("arbitrum").token("USDC") },
      },
    },
  });
let orders = 0;
const next = (): string => {
  orders += 1;
  return `o-${orders}`;
};
const payout: Act = ({ api, ready }) =>
  api.POST("/transfer/payout", { body: payoutBody(ready.vault_id, { reference_id: next() }) });
const payoutByUsd: Act = ({ api, ready }) => {
  const { amount: _, ...body } = payoutBody(ready.vault_id, {
    usd_amount: "10.00",
    reference_id: next(),
  });
  return api.POST("/transfer/payout/usd", { body: { ...body, usd_amount: "10.00" } });
};
/** A deposit for a UDA, and what `/v1` tells of it. */
const settle: Act = async (at) => {
  const uda = await aUda(at.api, { owner: next() });
  await sendToken(at, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
  await at.api.GET("/deposits");
};

const MINUTE = { by: "1m" };
const ROWS: readonly Row[] = [
  ["api.request", "status", { status: 500 }, "made", listWallets],
  ["api.request", "delay", { by: "1ms" }, "late", listWallets],
  ["api.request", "close", {}, "lost", listWallets],
  ["api.request", "after-commit-close", {}, "lost", listWallets],
  ["webhook.delivery", "status", { status: 500 }, "delivery", settle],
  ["webhook.delivery", "answer-lost", {}, "delivery", settle],
  ["webhook.delivery", "timeout", {}, "delivery", settle],
  ["webhook.delivery", "drop", {}, "delivery", settle],
  ["webhook.delivery", "delay", MINUTE, "delivery", settle],
  ["webhook.delivery", "duplicate", {}, "delivery", settle],
  ["webhook.delivery", "at-once", {}, "delivery", settle],
  ["webhook.delivery", "reorder", MINUTE, "delivery", settle],
  ["webhook.delivery", "wrong-secret", {}, "delivery", settle],
  ["webhook.delivery", "unsigned", {}, "delivery", settle],
  ["webhook.delivery", "stale-timestamp", {}, "delivery", settle],
  ["webhook.delivery", "truncate", {}, "delivery", settle],
  ["webhook.delivery", "respelled", {}, "delivery", settle],
  ["rpc.request", "error", { code: -32_000, message: "down" }, "made", call],
  ["rpc.request", "delay", { by: "1ms" }, "late", call],
  ["rpc.request", "close", {}, "lost", call],
  ["chain.submit", "revert", {}, "record", payout],
  ["chain.submit", "out-of-gas", {}, "record", payout],
  ["chain.submit", "no-gas-money", {}, "record", payout],
  ["chain.submit", "stuck", {}, "record", payout],
  ["chain.submit", "drop", {}, "record", payout],
  ["chain.submit", "nonce-too-low", {}, "record", payout],
  ["chain.submit", "unavailable", {}, "record", payout],
  ["chain.mine", "skip", {}, "record", payout],
  ["chain.mine", "halt", {}, "record", payout],
  ["routing.provider", "no-quote", {}, "changed", quote],
  ["routing.provider", "refuse", {}, "record", settle],
  ["routing.provider", "fail", {}, "record", settle],
  ["routing.provider", "slow", {}, "record", settle],
  ["routing.provider", "empty-stock", {}, "record", settle],
  ["price.feed", "unavailable", {}, "changed", payout],
];

beforeAll(() => aVault(sandbox(), { amount: "10000" }));

test("the table has each effect of each gate", () => {
  const named = ROWS.map(([gate, effect]) => `${gate} ${effect}`);
  expect(named).toEqual(allEffects().map(({ gate, effect }) => `${gate} ${effect}`));
});

/** Arms the fault, acts, and waits until its consequences are through. */
async function meet(row: Row): Promise<{ id: string; seen: Observation[]; deliveries: DeliverySeen[] }> {
  const [gate, effect, params, , act] = row;
  const { control, contract } = sandbox();
  const deliveries: DeliverySeen[] = [];
  const { recorder } = contract;
  const listen = recorder.delivery.bind(recorder);
  recorder.delivery = (one) => {
    deliveries.push(one);
    listen(one);
  };
  const { id } = await control("POST", "/faults", { gate, effect, params, times: 1 });
  const seen = await seenWhile(sandbox(), act);
  await control("POST", "/clock/advance", { by: "15m" });
  recorder.delivery = listen;
  const { items } = await control("GET", "/faults");
  expect(items.find((fault: { id: string }) => fault.id === id).hits).toBe(1);
  await control("DELETE", "/faults");
  return { id, seen, deliveries };
}

test.each(ROWS)("%s %s, %j: its place is in the %s", async (...row) => {
  const [gate, effect, , shown] = row;
  const { control, ready } = sandbox();
  const url = "http://127.0.0.1:61234/hooks";
  const endpoint = await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url });
  await control("PUT", "/price-feed", { enabled: false });
  await control("DELETE", "/contract");
  const { id, seen, deliveries } = await meet(row);
  await control("DELETE", `/tenants/${ready.tenant_id}/webhook-endpoints/${endpoint.id}`);
  const met = seen.filter(({ faults }) => faults.length > 0);
  const faulted = deliveries.filter(({ fault }) => fault !== null);
  if (shown === "record" || shown === "delivery") expect(met).toEqual([]);
  else expect(met.map(({ faults }) => faults)).toEqual([[{ id, effect }]]);
  expect(seen.filter(({ injected }) => injected)).toHaveLength(["made", "changed", "lost"].includes(shown) ? 1 : 0);
  expect(faulted.map(({ fault }) => fault)).toEqual(shown === "delivery" ? [effect] : []);
  if (gate !== "rpc.request" && shown !== "delivery") {
    const { operations } = await control("GET", "/contract");
    const counted = operations.flatMap(({ statuses }: any) => statuses).map((one: any) => one.injected);
    const sum = counted.reduce((all: number, one: number) => all + one, 0);
    expect(sum).toBe(seen.filter(({ injected }) => injected).length);
  }
});

test.each([
  ["a payout by USD amount is refused", "price.feed", payoutByUsd, { status: 500, injected: true }],
  ["a quote names no USD", "price.feed", quote, { status: 200, injected: true }],
] as const)("%s: the answer is a fault's", async (_, gate, act, facts) => {
  const { control } = sandbox();
  await control("PUT", "/price-feed", { enabled: true });
  const { id } = await control("POST", "/faults", { gate, effect: "unavailable", times: 1 });
  const seen = await seenWhile(sandbox(), act);
  await control("PUT", "/price-feed", { enabled: false });
  await control("DELETE", "/faults");
  expect(seen).toMatchObject([{ ...facts, faults: [{ id, effect: "unavailable" }] }]);
});

test("a quote that no provider gives, because faults silence all, is a fault's; so is its refusal", async () => {
  const { control } = sandbox();
  const { id } = await control("POST", "/faults", { gate: "routing.provider", effect: "no-quote", times: null });
  const seen = await seenWhile(sandbox(), quote);
  await control("DELETE", "/faults");
  expect(seen).toMatchObject([{ status: 502, injected: true }]);
  expect(new Set(seen[0]?.faults.map((fault) => fault.id))).toEqual(new Set([id]));
});

test("a fault whose transaction is rolled back has not fired, and the refusal is the service's own", async () => {
  const { control, api, ready } = sandbox();
  const { id } = await control("POST", "/faults", { gate: "price.feed", effect: "unavailable", times: 1 });
  const body = payoutBody(ready.vault_id, { amount: "999999999", reference_id: "too-much" });
  const seen = await seenWhile(sandbox(), () => api.POST("/transfer/payout", { body }));
  const { items } = await control("GET", "/faults");
  await control("DELETE", "/faults");
  expect(items).toMatchObject([{ id, hits: 0 }]);
  expect(seen).toMatchObject([{ injected: false, faults: [] }]);
  expect(seen[0]?.status).toBeGreaterThanOrEqual(400);
});

test("an answer that a fault changed has its provenance; one that a fault made has none (C-03)", async () => {
  const { control } = sandbox();
  await control("POST", "/faults", { gate: "routing.provider", effect: "no-quote", times: 1 });
  const [changed] = await seenWhile(sandbox(), quote);
  await control("PUT", "/price-feed", { enabled: true });
  await control("POST", "/faults", { gate: "price.feed", effect: "unavailable", times: 1 });
  const [made] = await seenWhile(sandbox(), payoutByUsd);
  await control("PUT", "/price-feed", { enabled: false });
  await control("DELETE", "/faults");
  const headers = [changed, made].map((one) => Object.keys(one?.replyHeaders ?? {}).includes("X-Sandbox-Provenance"));
  expect(headers).toEqual([true, false]);
});

test("of a batch that a fault cuts, the calls before it were carried out and their answers are lost", async () => {
  const { control, chain } = sandbox();
  const match = { method: "eth_gasPrice" };
  await control("POST", "/faults", { gate: "rpc.request", effect: "close", match, times: 1 });
  const calls = ["eth_chainId", "eth_gasPrice", "eth_blockNumber"].map((method, id) => ({
    jsonrpc: "2.0",
    id,
    method,
  }));
  const headers = { "content-type": "application/json" };
  const seen = await seenWhile(sandbox(), () =>
    fetch(chain("base").url, { method: "POST", headers, body: JSON.stringify(calls) }).catch(() => "cut"),
  );
  await control("DELETE", "/faults");
  expect(seen.map(({ operationId, cut, status }) => [operationId, cut, status])).toEqual([
    ["eth_chainId", "instead-of-reply", null],
    ["eth_gasPrice", "now", null],
  ]);
});

test("a delayed call that the node refuses is the node's own refusal", async () => {
  const { control, chain } = sandbox();
  await control("POST", "/faults", { gate: "rpc.request", effect: "delay", params: { by: "1ms" }, times: 1 });
  const headers = { "content-type": "application/json" };
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_nothing"}';
  const seen = await seenWhile(sandbox(), () => fetch(chain("base").url, { method: "POST", headers, body }));
  await control("DELETE", "/faults");
  expect(seen).toMatchObject([{ injected: false, faults: [{ effect: "delay" }], refusal: { code: -32_601 } }]);
});
