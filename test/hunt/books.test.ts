// Books: the forms that are read without help, and amounts as exact decimals (U-02).
import { expect, test } from "vitest";
import type { BooksSource } from "../../src/hunt/adapter.ts";
import { BooksFault, creditedSums } from "../../src/hunt/judge/books.ts";
import { BooksReader } from "../../src/hunt/judge/books-reader.ts";
import { compare, decimalOf, isRounding, minus, textOf } from "../../src/hunt/judge/decimal.ts";

const sumsOf = (text: string, source: BooksSource = {}) =>
  creditedSums(new BooksReader(source).read(text))?.map(({ network, asset, amount }) => [
    network,
    asset,
    textOf(amount),
  ]);

test.each<[string, string, BooksSource, unknown]>([
  ["one number", "25.5", {}, [[null, null, "25.5"]]],
  ["one text of digits", '"25.50"', {}, [[null, null, "25.5"]]],
  [
    "a total with asset and network of the adapter",
    '{"received":"25.5"}',
    { total: "/received", asset: "usdc", network: "base" },
    [["base", "USDC", "25.5"]],
  ],
  ["a guessed total", '{"id":"x","received":"1"}', {}, [[null, null, "1"]]],
  [
    "a list of credits",
    '[{"deposit_id":"d1","currency":"USDC","chain":"base","amount":"1"},{"deposit_id":"d2","currency":"USDC","chain":"base","amount":"2"}]',
    {},
    [["base", "USDC", "3"]],
  ],
  [
    "a list of sums",
    '[{"token":"USDC","amount":1},{"token":"ETH","amount":"0.1"}]',
    {},
    [
      [null, "USDC", "1"],
      [null, "ETH", "0.1"],
    ],
  ],
  [
    "amounts by asset",
    '{"totals":{"USDC":"1","ETH":"2"}}',
    {},
    [
      [null, "USDC", "1"],
      [null, "ETH", "2"],
    ],
  ],
  ["amounts by network and asset", '{"totals":{"base":{"USDC":"1"}}}', {}, [["base", "USDC", "1"]]],
  [
    "base units with their decimals",
    '{"sums":[{"asset":"USDC","raw":"25500000","decimals":6}]}',
    {},
    [[null, "USDC", "25.5"]],
  ],
  [
    "base units with the decimals of the asset",
    '{"sums":[{"network":"bsc","asset":"USDC","raw":"25500000000000000000"}]}',
    {},
    [["bsc", "USDC", "25.5"]],
  ],
  [
    "networks and tokens under other names",
    '[{"network":"8453","asset":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913","amount":"3"}]',
    {},
    [["base", "USDC", "3"]],
  ],
  ["a number with an exponent", '{"received":1e-7}', {}, [[null, null, "0.0000001"]]],
  [
    "more digits than a double holds",
    '{"received":1000000000000000000000000.000000000000000001}',
    {},
    [[null, null, "1000000000000000000000000.000000000000000001"]],
  ],
  [
    "names of the adapter",
    '{"rows":[{"n":"base","t":"USDC","a":"7"}]}',
    { sums: "/rows", names: { network: "n", asset: "t", amount: "a" } },
    [["base", "USDC", "7"]],
  ],
])("U-02 %s", (_, text, source, expected) => {
  expect(sumsOf(text, source)).toEqual(expected);
});

test.each([
  ["<html>", {}, "not JSON"],
  ['{"ok":true}', {}, "no amounts are found"],
  ['{"received":"many"}', { total: "/received" }, "no amount at /received"],
  ['{"received":"1"}', { total: "/sum" }, "nothing at /sum: they hold received"],
])("U-02 books that cannot be read say what to do: %s", (text, source, says) => {
  expect(() => new BooksReader(source).read(text)).toThrow(says);
  expect(() => new BooksReader(source).read(text)).toThrow(BooksFault);
});

test("U-02 what was guessed is told, and nothing is guessed beside an amount that was named", () => {
  const guessed: string[] = [];
  new BooksReader({}, (text) => guessed.push(text)).read('{"credits":[],"balance":"1","withdrawals":[]}');
  expect(guessed).toEqual(["credits: /credits", "balances: /balance", "withdrawals: /withdrawals"]);
  const { credits, balances } = new BooksReader({ total: "/received" }).read(
    '{"received":"1","credits":[],"balance":"1"}',
  );
  expect([credits, balances]).toEqual([null, null]);
});

test("U-02 withdrawals are known by their id and the word for their state", () => {
  const text = JSON.stringify({
    total: "1",
    withdrawals: ["paid", "failed", "queued", "odd"].map((status, id) => ({ id, status })),
  });
  expect(new BooksReader({}).read(text).withdrawals?.map(({ state }) => state)).toEqual([
    "paid",
    "failed",
    "pending",
    "unknown",
  ]);
});

test("B-06 a binary fraction is told from a wrong amount", () => {
  const of = (text: string) => decimalOf(text) ?? expect.unreachable(text);
  expect(isRounding(of("0.30000000000000004"), of("0.3"))).toBe(true);
  expect(isRounding(of("0.3"), of("0.30"))).toBe(false);
  expect(isRounding(of("0.3"), of("0.300001"))).toBe(false);
  expect(textOf(minus(of("1"), of("1.05")))).toBe("-0.05");
  expect(compare(of("1e2"), of("100.0"))).toBe(0);
  expect(["", ".", "1,5", "0x1", "1 2"].map(decimalOf)).toEqual([null, null, null, null, null]);
});
