// What is derived from one customer's traffic, as tables: places in requests, and readings of an answer (U-03).
import { expect, test } from "vitest";
import { readingsOf } from "../../../src/hunt/init/derive-books.ts";
import { formOf, templateOf, type Values } from "../../../src/hunt/init/template.ts";
import type { WatchedRequest } from "../../../src/hunt/init/watched-request.ts";

const exchange = (parts: Partial<WatchedRequest>): WatchedRequest => ({
  ...{ number: 1, method: "POST", target: "/", headers: {}, requestBody: null, status: 200, replyBody: null },
  ...{ cookies: [], ...parts },
});
const values: Values = {
  known: [
    { place: "owner", text: "alice", whole: false },
    { place: "to", text: "0xAbC1", whole: true },
  ],
  amount: { text: "40.5", decimals: 6 },
};
const JSON_TYPE = { "content-type": "application/json" };
const of = (parts: Partial<WatchedRequest>, isFresh = false) =>
  templateOf(exchange(parts), "http://app", values, isFresh).action;

test.each<[string, Partial<WatchedRequest>, object]>([
  ["in the path", { target: "/u/alice/x?y=alice%20b" }, { url: "http://app/u/${owner}/x?y=${owner}%20b" }],
  ["an address in another case", { headers: JSON_TYPE, requestBody: '{"t":"0xabc1"}' }, { body: { t: "${to}" } }],
  ["an amount as text", { headers: JSON_TYPE, requestBody: '{"a":"40.50"}' }, { body: { a: "${amount}" } }],
  ["an amount as a number", { headers: JSON_TYPE, requestBody: '{"a":40.5}' }, { body: { a: "${amount:number}" } }],
  ["cents", { headers: JSON_TYPE, requestBody: '{"a":4050}' }, { body: { a: "${amount_cents:number}" } }],
  ["base units", { headers: JSON_TYPE, requestBody: '{"a":"40500000"}' }, { body: { a: "${amount_raw}" } }],
  ["a form", { requestBody: "who=alice&how+much=40.5&x=%20" }, { body: "who=${owner}&how+much=${amount}&x=%20" }],
  [
    "a token of the customer",
    { headers: { authorization: "Bearer alice", host: "x" } },
    { headers: { authorization: "Bearer ${owner}" } },
  ],
  [
    "deep in a list",
    { headers: JSON_TYPE, requestBody: '{"l":[{"w":"mr alice"}]}' },
    { body: { l: [{ w: "mr ${owner}" }] } },
  ],
])("U-03 places: %s", (_, parts, expected) => {
  expect(of(parts)).toMatchObject(expected);
});

test("U-03 what names a request is new each time, and what is no value stays", () => {
  const parts = {
    headers: { ...JSON_TYPE, "idempotency-key": "k" },
    requestBody: '{"order_id":7,"note":"hi","paid":true}',
  };
  expect(of(parts, true)).toEqual({
    ...{ url: "http://app/", headers: { "idempotency-key": "${id}" } },
    body: { order_id: "${id}", note: "hi", paid: true },
  });
});

test.each<[string, number | null]>([
  ["40.5", 0],
  ["4.05e1", 0],
  ["4050", 2],
  ["40500000", 6],
  ["40.51", null],
  ["", null],
  ["alice", null],
])("U-03 %j as 40.5 with 6 decimals: %s", (text, digits) => {
  expect(formOf(text, { text: "40.5", decimals: 6 })).toBe(digits);
});

const paid = { amount: "41.75", network: "base", asset: "USDC", decimals: 6, deposit_id: "d1", tx_id: "0xt1" };
const first = (before: unknown, after: unknown) => readingsOf(before, after, paid)[0];
const place = { network: "base", asset: "USDC" };

test.each<[string, unknown, unknown, object | undefined]>([
  [
    "one amount",
    { received: "0" },
    { received: "41.75" },
    { kind: "amount", source: { total: "/received", ...place } },
  ],
  ["in cents", null, { b: { c: 4175 } }, { kind: "amount", source: { total: "/b/c", decimals: 2, ...place } }],
  [
    "a list of credits",
    { credits: [] },
    { credits: [{ amount: "41.75", asset: "USDC", network: "base", tx_id: "0xT1" }] },
    { kind: "credits", source: { credits: "/credits" } },
  ],
  [
    "under other names",
    [],
    [{ qty: "41750000", coin: "USDC", hash: "0xt1", at: "8453" }],
    { kind: "credits", source: { credits: "", decimals: 6, network: "base", names: { amount: "qty" } } },
  ],
  ["it was there before", { limit: "41.75" }, { limit: "41.75" }, undefined],
  ["another amount", {}, { received: "41.74" }, undefined],
])("U-03 readings: %s", (_, before, after, expected) => {
  expect(first(before, after)).toEqual(expected);
});

test("U-03 a list without ids may hold credits or sums: both are tried", () => {
  const readings = readingsOf([], { rows: [{ amount: "41.75", currency: "usdc" }] }, paid);
  expect(readings.map(({ kind }) => kind)).toEqual(["credits", "sums"]);
});
