// Money: what is an amount, what is none, and how base units, decimals and dollars turn into each other (K-6).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  divideUp,
  formatAmount,
  formatRate,
  formatUsd,
  MAX_RAW,
  parseAmount,
  parsePrice,
  rawFromUsd,
  usdMicros,
  usdText,
} from "../../src/kernel/amount.ts";

const DECIMALS = [0, 2, 6, 8, 18, 24];
const ONE = 10n ** 18n;
const aRaw = fc.bigInt({ min: 1n, max: MAX_RAW });

/** Base units of a decimal text by plain string work: an oracle that shares nothing with the code. */
function unitsOf(text: string, decimals: number): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction + "0".repeat(decimals - fraction.length));
}

describe.each(DECIMALS)("an asset with %i decimals", (decimals) => {
  test("every amount is written exactly: its digits read back give the same base units (R-051)", () => {
    fc.assert(
      fc.property(aRaw, (raw) => {
        expect(unitsOf(formatAmount(raw, decimals), decimals)).toBe(raw);
      }),
    );
  });

  test("a written amount has no sign, no exponent and no needless zero (K-6)", () => {
    fc.assert(
      fc.property(aRaw, (raw) => {
        expect(formatAmount(raw, decimals)).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
      }),
    );
  });

  test("what is written within 60 digits and 18 decimals is read back unchanged (R-051)", () => {
    const shown = Math.min(decimals, 18);
    const readable = fc.bigInt({ min: 1n, max: 10n ** 50n }).map((units) => units * 10n ** BigInt(decimals - shown));
    fc.assert(
      fc.property(readable, (raw) => {
        expect(parseAmount(formatAmount(raw, decimals), decimals)).toEqual({ ok: true, raw });
      }),
    );
  });

  test("one decimal more than the asset has is refused and never cut (R-051)", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 1, max: 9 }), (whole, last) => {
        const text = `${whole}.${"0".repeat(decimals)}${last}`;
        const reason = decimals < 18 ? "too many decimals" : "not a decimal number";
        expect(parseAmount(text, decimals)).toEqual({ ok: false, reason });
      }),
    );
  });

  test("zero is no amount, however it is written", () => {
    for (const text of ["0", ...(decimals > 0 ? ["0.0"] : [])]) {
      expect(parseAmount(text, decimals)).toEqual({ ok: false, reason: "zero" });
    }
  });
});

test.each([
  "1e3",
  "1E3",
  "+1",
  "-1",
  "-0",
  " 1",
  "1 ",
  "1\n",
  "\t1",
  "0x10",
  "0b1",
  "１２",
  "1２",
  "٣",
  "NaN",
  "Infinity",
  "",
  ".",
  ".5",
  "5.",
  "01",
  "00",
  "1,000",
  "1_000",
  "1.2.3",
  "1..2",
  "null",
  "१",
  "1.0000000000000000001",
  "1".repeat(61),
])("%j is no amount (R-053)", (text) => {
  expect(parseAmount(text, 18)).toEqual({ ok: false, reason: "not a decimal number" });
});

test("nothing but digits and one point between them is an amount (R-053)", () => {
  const grammar = /^(0|[1-9][0-9]{0,59})(\.[0-9]{1,18})?$/;
  const soup = fc.string({ unit: fc.constantFrom(..."0123456789.+-eExX_, \n０٣"), maxLength: 12 });
  fc.assert(
    fc.property(soup, (text) => {
      const parsed = parseAmount(text, 18);
      const refused = !parsed.ok && parsed.reason === "not a decimal number";
      expect(refused).toBe(!grammar.test(text));
    }),
    { numRuns: 2_000 },
  );
});

test("2^256 - 1 is the largest amount, one more is too large (R-053)", () => {
  expect(parseAmount(MAX_RAW.toString().slice(0, 60), 0).ok).toBe(true);
  const whole = MAX_RAW / ONE;
  const fraction = (MAX_RAW % ONE).toString().padStart(18, "0");
  expect(parseAmount(`${whole}.${fraction}`, 18)).toEqual({ ok: true, raw: MAX_RAW });
  const [more, rest] = [(MAX_RAW + 1n) / ONE, ((MAX_RAW + 1n) % ONE).toString().padStart(18, "0")];
  expect(parseAmount(`${more}.${rest}`, 18)).toEqual({ ok: false, reason: "too large" });
  expect(parseAmount("9".repeat(60), 18)).toEqual({ ok: false, reason: "too large" });
});

describe("dollars", () => {
  test.each([
    [100_000_000n, "100.00"],
    [3_175_650n, "3.17565"],
    [0n, "0.00"],
    [1n, "0.000001"],
    [10n, "0.00001"],
    [500_000n, "0.50"],
    [1_234_500n, "1.2345"],
    [999_999n, "0.999999"],
    [1_000_000n, "1.00"],
    [25_500_000n, "25.50"],
  ])("%s micro-dollars are written %j", (micros, text) => {
    expect(formatUsd(micros)).toBe(text);
  });

  test("have 2 to 6 decimals, no needless zero beyond the second, and lose nothing (K-6)", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (micros) => {
        const text = formatUsd(micros);
        expect(text).toMatch(/^(0|[1-9]\d*)\.\d{2}(\d{0,3}[1-9])?$/);
        expect(unitsOf(text, 6)).toBe(micros);
      }),
    );
  });

  test.each([
    ["just under half a micro-dollar", 499_999_999_999n, 0n],
    ["exactly half a micro-dollar", 500_000_000_000n, 1n],
    ["one and a half micro-dollars", 1_500_000_000_000n, 2n],
  ])("%s is rounded half up at the sixth decimal (K-6, R-052)", (_name, wei, micros) => {
    expect(usdMicros(wei, 18, ONE)).toBe(micros);
  });

  test("the value of an amount is never more than half a micro-dollar off (R-052)", () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 24n });
    fc.assert(
      fc.property(aRaw, price, fc.constantFrom(...DECIMALS), (raw, priceOfUnit, decimals) => {
        const scale = 10n ** BigInt(decimals) * ONE;
        const off = usdMicros(raw, decimals, priceOfUnit) * scale - raw * priceOfUnit * 1_000_000n;
        expect(2n * off <= scale && 2n * off > -scale).toBe(true);
      }),
    );
  });

  test("1.5 ETH at 2500 dollars is 3750.00 dollars", () => {
    expect(usdText(1_500_000_000_000_000_000n, 18, 2_500n * ONE)).toBe("3750.00");
  });

  test("what dollars buy is rounded down: never worth more than was given, and one unit more would be (K-6, R-093)", () => {
    const micros = fc.bigInt({ min: 1n, max: 10n ** 30n });
    const price = fc.bigInt({ min: 1n, max: 10n ** 24n });
    fc.assert(
      fc.property(micros, price, fc.constantFrom(...DECIMALS), (given, priceOfUnit, decimals) => {
        const raw = rawFromUsd(given, decimals, priceOfUnit);
        const worth = (units: bigint): bigint => units * priceOfUnit * 1_000_000n;
        const paid = given * 10n ** BigInt(decimals) * ONE;
        expect(worth(raw) <= paid && worth(raw + 1n) > paid).toBe(true);
      }),
    );
  });

  test("at a price of 3 dollars, 1 dollar buys 0.333333 of a token with 6 decimals", () => {
    expect(rawFromUsd(1_000_000n, 6, 3n * ONE)).toBe(333_333n);
  });

  test("a price of nothing cannot be divided by: that is our own mistake", () => {
    expect(() => rawFromUsd(1n, 6, 0n)).toThrow("a price is positive");
  });
});

test.each([
  ["2500.00", "2500"],
  ["1.00", "1"],
  ["0.50", "0.5"],
  ["0.998", "0.998"],
  ["0.000000000000000001", "0.000000000000000001"],
])("the price %j is written as the rate %j (K-6)", (price, rate) => {
  expect(formatRate(parsePrice(price) ?? -1n)).toBe(rate);
});

test.each(["", "-1", "1e3", "1.", "0.0000000000000000001", "abc"])("%j is no price", (text) => {
  expect(parsePrice(text)).toBeNull();
});

test("a quotient is rounded up, and left alone when it is whole: fees favour the platform (K-6)", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: MAX_RAW }), fc.bigInt({ min: 1n, max: 10n ** 30n }), (dividend, divisor) => {
      const quotient = divideUp(dividend, divisor);
      expect(quotient * divisor >= dividend && (quotient - 1n) * divisor < dividend).toBe(true);
    }),
  );
});
