// Numbers on the wire keep every digit, and texts are plain decimals (K-6, R-049…R-051).
import fc from "fast-check";
import { expect, test } from "vitest";
import { exactNumber, numberBalance, textBalance } from "../../src/present/amount.ts";

test.each([
  [0n, 0, "0"],
  [1n, 18, "0.000000000000000001"],
  [2n ** 53n - 1n, 0, "9007199254740991"],
  [2n ** 53n + 1n, 0, "9007199254740993"],
  [10n ** 24n, 0, "1000000000000000000000000"],
  [10n ** 24n, 18, "1000000"],
  [2n ** 256n - 1n, 0, "115792089237316195423570985008687907853269984665640564039457584007913129639935"],
  [25_500_000n, 6, "25.5"],
])("%d with %d decimals is the JSON number %s (R-049, R-050)", (raw, decimals, text) => {
  expect(JSON.stringify({ value: exactNumber(raw, decimals) })).toBe(`{"value":${text}}`);
});

test("raw and amount of any value say the same, digit by digit (I-18)", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.constantFrom(0, 2, 6, 8, 18, 24), (raw, decimals) => {
      const json = JSON.stringify(numberBalance(raw, decimals, "0.00"));
      const [, amount = "", printed = ""] = /^\{"amount":([0-9.]+),"raw":([0-9]+),/.exec(json) ?? [];
      expect(printed).toBe(raw.toString());
      const [whole = "", fraction = ""] = amount.split(".");
      expect(BigInt(whole + fraction.padEnd(decimals, "0"))).toBe(raw);
      expect(textBalance(raw, decimals, "0.00").amount).toBe(amount);
    }),
  );
});
