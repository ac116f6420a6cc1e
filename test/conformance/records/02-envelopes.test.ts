// Section 2: the envelope of success, which differs from that of errors.
import { expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aVault, payoutBody } from "../../support/payments/a-payout.ts";
import { aUda, sendToken, settlementOf } from "../../support/payments/a-uda.ts";
import { exact, recordOf } from "../api.ts";
import { OPERATIONS, type Request, send } from "../http-client.ts";

const MESSAGE = "operation completed successfully";
const QUOTE =
  "/uda/quote?from_chain_id=1&from_token=native&to_chain_id=8453&to_token=native&amount=1000000000000000000";
const sandbox = sharedSandbox();

/** Successful requests for every kind of answer: a record, a list, a page; reads and writes; with and without a key. */
const successes = (vaultId: string): (Request & { data: "object" | "array" })[] => [
  { path: "/vault", data: "array" },
  { path: "/deposits", data: "array" },
  { path: "/transactions", data: "array" },
  { path: "/uda", data: "object" },
  { path: "/uda/supported-assets", key: null, data: "object" },
  { path: QUOTE, key: null, data: "object" },
  { path: `/vault/${vaultId}/balances`, data: "array" },
  { path: `/transfer/payout/pending?vault_id=${vaultId}`, data: "array" },
  { method: "POST", path: "/wallets", body: { owner: "envelope", network_symbol: "base" }, data: "object" },
];

test("every success is true, says so in words, and has data (S-024, S-025, S-026, S-028)", async () => {
  for (const { data, ...order } of successes(sandbox().ready.vault_id)) {
    const { status, body } = await send(sandbox(), order);
    expect([200, 201], order.path).toContain(status);
    expect(body, order.path).toMatchObject({ success: true, message: MESSAGE });
    expect(Array.isArray(body.data) ? "array" : typeof body.data, order.path).toBe(data);
    expect(Object.keys(body).filter((name) => name !== "pagination")).toEqual(["success", "message", "data"]);
  }
});

test("retiring a UDA says ok, and its data is null (S-027, S-028)", async () => {
  const { id } = await aUda(sandbox().api, { owner: "short lived" });
  const { body } = await send(sandbox(), { method: "DELETE", path: `/uda/${id}` });
  expect(body).toEqual({ success: true, message: "ok", data: null });
});

test("some lists are paged by an object beside data, others are not (S-030)", async () => {
  const page = { page: 1, limit: 20, has_next: false, has_prev: false };
  for (const path of ["/deposits", "/transactions", "/wallets", "/wallets/owner/somebody"]) {
    const { body } = await send(sandbox(), { path });
    expect(body.pagination, path).toMatchObject(page);
  }
  expect((await send(sandbox(), { path: "/vault" })).body).not.toHaveProperty("pagination");
});

test("records of UDAs, payouts and settlements are found at top level or under data (S-031)", async () => {
  const record = { id: "r-1", status: "active" };
  expect(recordOf({ success: true, message: "m", data: record })).toEqual(record);
  expect(recordOf({ success: true, message: "m", ...record })).toEqual(record);
  const { api, ready } = sandbox();
  const uda = await aUda(api, { owner: "placed" });
  await aVault(sandbox(), { amount: "20" });
  await sendToken(sandbox(), { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
  const settlement = await settlementOf(api, uda.id);
  const body = payoutBody(ready.vault_id, { reference_id: "placed" });
  const created = recordOf(await exact(sandbox(), { method: "POST", path: "/transfer/payout", body }, 201));
  expect(created).toMatchObject({ reference_id: "placed" });
  expect(recordOf(await exact(sandbox(), `/transfer/payout/${created.id}`)).id).toBe(created.id);
  expect(recordOf(await exact(sandbox(), `/uda/settlements/${settlement.id}`)).uda_id).toBe(uda.id);
  expect(recordOf(await exact(sandbox(), "/uda?owner=placed")).items).toMatchObject([{ id: uda.id }]);
});

test("no error has the envelope of success (S-032)", async () => {
  const calls: [number, Request][] = [
    [400, { path: "/uda?status=sleeping" }],
    [401, { path: "/vault", key: null }],
    [404, { path: "/deposits/tx/0xabc" }],
    [405, { method: "DELETE", path: "/vault" }],
    [413, { method: "POST", path: "/uda", body: { owner: "x".repeat(110_000) } }],
    [415, { method: "POST", path: "/uda", body: "{}", headers: { "content-type": "text/plain" } }],
    [502, { path: QUOTE.replace("from_chain_id=1", "from_chain_id=99") }],
  ];
  for (const [code, order] of calls) {
    const { status, body } = await send(sandbox(), order);
    expect(status, order.path).toBe(code);
    expect(body).toEqual({ success: false, code, error: expect.stringMatching(/\w/) });
  }
  for (const { name, method, unknownPath } of OPERATIONS.filter(({ isPublic }) => !isPublic)) {
    const { body } = await send(sandbox(), { method: method.toUpperCase(), path: unknownPath, key: "nobody's" });
    expect(Object.keys(body), name).toEqual(["success", "code", "error"]);
  }
});
