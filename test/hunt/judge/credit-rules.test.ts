// The rules about credits, as a table: what the books hold, what the chain holds, and what is broken (B-01…B-06).
import { expect, test } from "vitest";
import type { BooksSource } from "../../../src/hunt/adapter.ts";
import { BooksReader } from "../../../src/hunt/judge/books-reader.ts";
import { atRest, differencesOf, upperBounds } from "../../../src/hunt/judge/credit-rules.ts";
import { decimalOf, ZERO } from "../../../src/hunt/judge/decimal.ts";
import type { TrueDeposit } from "../../../src/hunt/judge/truth.ts";

type Given = [id: string, amount: string, state?: TrueDeposit["state"], asset?: string, network?: string];

const deposit = ([id, amount, state = "confirmed", asset = "USDC", network = "base"]: Given): TrueDeposit => ({
  ...{ id, owner: "a", state, network, asset, tx_id: `0x${id}`, to_address: "0x1", uda_id: null },
  amount: decimalOf(amount) ?? ZERO,
});

const credits = (...list: [id: string, amount: string, asset?: string, network?: string][]): string =>
  JSON.stringify(
    list.map(([deposit_id, amount, asset = "USDC", network = "base"]) => ({ deposit_id, amount, asset, network })),
  );

const view = (books: string, deposits: readonly Given[], source: BooksSource = {}) => ({
  ...{ owner: "a", books: new BooksReader(source).read(books), deposits: deposits.map(deposit) },
  ...{ accepts: [{ network: "base", asset: "USDC" }], creditAt: "confirmed" as const, settled: false },
});

test.each<[string, string, Given[], string[], string[], BooksSource?]>([
  ["right", credits(["1", "25.5"]), [["1", "25.50"]], [], []],
  ["nothing yet", credits(), [["1", "1"]], [], ["B-05"]],
  ["twice", credits(["1", "1"], ["1", "1"]), [["1", "1"]], ["B-03", "B-02"], ["B-03", "B-02"]],
  ["twice and taken back once", credits(["1", "1"], ["1", "1"], ["1", "-1"]), [["1", "1"]], [], []],
  ["too much", credits(["1", "2"]), [["1", "1"]], ["B-02"], ["B-02"]],
  [
    "too little",
    credits(["1", "1"]),
    [
      ["1", "1"],
      ["2", "2"],
    ],
    [],
    ["B-05"],
  ],
  ["before the confirmation", credits(["1", "1"]), [["1", "1", "seen"]], ["B-02"], ["B-02"]],
  ["not taken back", credits(["1", "1"]), [["1", "1", "orphaned"]], ["B-02"], ["B-04"]],
  ["out of nothing", credits(["1", "1"], ["2", "3", "USDT"]), [["1", "1"]], ["B-01", "B-02"], ["B-01", "B-02"]],
  [
    "another asset, not credited",
    credits(["1", "1"]),
    [
      ["1", "1"],
      ["2", "3", "confirmed", "USDT"],
    ],
    [],
    [],
  ],
  [
    "another asset, credited as what it is",
    credits(["1", "1"], ["2", "3", "USDT"]),
    [
      ["1", "1"],
      ["2", "3", "confirmed", "USDT"],
    ],
    [],
    [],
  ],
  [
    "another asset, credited as the usual one",
    credits(["1", "1"], ["2", "3"]),
    [
      ["1", "1"],
      ["2", "3", "confirmed", "USDT"],
    ],
    ["B-02"],
    ["B-02"],
  ],
  [
    "another network, credited as the usual one",
    credits(["1", "1"], ["2", "3"]),
    [
      ["1", "1"],
      ["2", "3", "confirmed", "USDC", "bsc"],
    ],
    ["B-02"],
    ["B-02"],
  ],
  ["taken back, and never credited", credits(["1", "-1"]), [["1", "1", "orphaned"]], [], ["B-05"]],
  ["taken back twice", credits(["1", "1"], ["1", "-1"], ["1", "-1"]), [["1", "1", "orphaned"]], [], ["B-05"]],
  ["below zero where nothing was paid", "-0.5", [], [], ["B-05"]],
  ["below zero by a binary fraction", "-0.00000000000000000003", [], [], ["B-06"]],
  ["below zero in another asset", credits(["1", "1"], ["2", "-3", "USDT"]), [["1", "1"]], [], ["B-05"]],
  ["below zero though something came", credits(["1", "-1"]), [["1", "1"]], [], ["B-05"]],
  [
    "a binary fraction too much",
    "0.30000000000000004",
    [
      ["1", "0.1"],
      ["2", "0.2"],
    ],
    [],
    ["B-06"],
  ],
  [
    "a binary fraction too little",
    "0.29999999999999999",
    [
      ["1", "0.1"],
      ["2", "0.2"],
    ],
    [],
    ["B-06"],
  ],
  [
    "a sum without places",
    "3",
    [
      ["1", "1"],
      ["2", "2"],
    ],
    [],
    [],
  ],
  [
    "a sum without places, too small",
    "1",
    [
      ["1", "1"],
      ["2", "2"],
    ],
    [],
    ["B-05"],
  ],
  [
    "a sum of one place",
    "1",
    [
      ["1", "1"],
      ["2", "2", "confirmed", "USDT"],
    ],
    [],
    [],
    { network: "base", asset: "USDC", total: "" },
  ],
])("B-01…B-06 %s", (_, books, deposits, always, rest, source) => {
  expect(upperBounds(view(books, deposits, source)).map(({ rule }) => rule)).toEqual(always);
  expect(atRest(view(books, deposits, source)).map(({ rule }) => rule)).toEqual(rest);
});

test("B-05 books below zero are said to be less than nothing, and stand beside the chain's nothing", () => {
  const below = view(credits(["1", "-1"]), [["1", "1", "orphaned"]]);
  expect(atRest(below).map(({ what }) => what)).toEqual(["the books of a are -1 USDC on base, less than nothing"]);
  expect(differencesOf(below)).toEqual([{ owner: "a", network: "base", asset: "USDC", credited: "-1", held: "0" }]);
});

test("B-05 lines below zero that name no deposit are told, since they may be withdrawals", () => {
  const [breach] = atRest(view(credits(["1", "3"], ["w1", "-2"]), [["1", "3"]]));
  expect(breach?.what).toContain("the books of a are 1 USDC on base, the chain says 3 (-2 of it in lines below zero");
  expect(breach?.what).toContain("books.balance");
});

test("B-02 an app that credits at sight may do so, and must have taken it back at rest", () => {
  const seen = { ...view(credits(["1", "1"]), [["1", "1", "seen"]]), creditAt: "seen" as const };
  expect(upperBounds(seen)).toEqual([]);
  const gone = { ...view(credits(["1", "1"]), [["1", "1", "orphaned"]]), creditAt: "seen" as const };
  expect(atRest(gone).map(({ rule }) => rule)).toEqual(["B-04"]);
});

test("B-03 credits that name only the transaction are counted by its legs", () => {
  const two = '[{"tx_id":"0x1","amount":"1"},{"tx_id":"0x1","amount":"1"}]';
  const legs: TrueDeposit[] = ["1", "2"].map((id) => ({ ...deposit([id, "1"]), tx_id: "0x1" }));
  expect(upperBounds({ ...view(two, []), deposits: legs })).toEqual([]);
  expect(upperBounds({ ...view(two, []), deposits: legs.slice(1) }).map(({ rule }) => rule)).toContain("B-03");
});

test.each<[string, string, string[]]>([
  ["credited with what it paid out", credits(["s", "0.95", "USDC", "arbitrum"]), []],
  ["not credited", credits(), ["B-05"]],
  ["credited with less", credits(["s", "0.5", "USDC", "arbitrum"]), ["B-05"]],
  ["credited with what was paid in", credits(["s", "1", "USDC", "arbitrum"]), ["B-02"]],
])("B-11 a settlement that is %s: the app chose where it is paid, so it accepts that place", (_, books, expected) => {
  const given = view(books, [["s", "0.95", "confirmed", "USDC", "arbitrum"]]);
  const settled = { ...given, deposits: given.deposits.map((one) => ({ ...one, isSettlement: true as const })) };
  expect(atRest(settled).map(({ rule }) => rule)).toEqual(expected);
});
