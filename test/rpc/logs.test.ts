// Matching of logs against filter criteria.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Hex } from "../../src/chains/chain.ts";
import { matches, readCriteria } from "../../src/rpc/methods/logs.ts";
import { aHash, aLog } from "./a-chain.ts";

const [a, b, c] = [aHash(10), aHash(11), aHash(12)] as const;
const address = (byte: string): Hex => `0x${byte.repeat(20)}`;

describe("topics", () => {
  test.each<[unknown, Hex[], boolean]>([
    [undefined, [], true],
    [[], [a], true],
    [[a], [a], true],
    [[a], [a, b], true],
    [[a, b], [a], false],
    [[a], [b], false],
    [[null, b], [a, b], true],
    [[null], [], false],
    [[[a, b]], [b], true],
    [[[a, b], c], [b, c], true],
    [[[], c], [a, c], true],
    [[[null, a]], [b], true],
    [[a.toUpperCase().replace("0X", "0x")], [a], true],
  ])("%j of a log with %j", (topics, ofLog, expected) => {
    expect(matches(readCriteria({ topics }), aLog({ topics: ofLog }))).toBe(expected);
  });
});

test("addresses are compared case-insensitively, an empty list matches all", () => {
  const log = aLog({ address: address("ab") });
  const is = (filter: unknown) => matches(readCriteria({ address: filter }), log);
  expect([is(address("AB")), is([address("cd"), address("ab")]), is(address("cd")), is([])]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

test("heights are inclusive bounds, tags leave a bound open", () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), fc.nat(50), (from, width, number) => {
      const hex = (value: number) => `0x${value.toString(16)}`;
      const log = aLog({ blockNumber: hex(number) as Hex });
      const filter = { fromBlock: hex(from), toBlock: hex(from + width) };
      expect(matches(readCriteria(filter), log)).toBe(number >= from && number <= from + width);
      expect(matches(readCriteria({ fromBlock: "latest", toBlock: "finalized" }), log)).toBe(true);
    }),
  );
});
