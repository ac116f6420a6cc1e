// What a route costs and gives: the worked example to the last digit, and what holds for every amount (H-29, R-104).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCatalogue } from "../../src/chains/catalogue.ts";
import { type Asset, Catalogue } from "../../src/domain/network/network.ts";
import { ESTIMATED_SECONDS, offerRoute, type Provider, providersOf, scenarioOf } from "../../src/domain/quote/quote.ts";
import { formatRate, parsePrice } from "../../src/kernel/amount.ts";

const catalogue = new Catalogue(readCatalogue());
const ASSETS = catalogue.networks.flatMap(({ assets }) => assets);
const PRICES: Record<string, bigint> = Object.fromEntries(
  Object.entries({ USDC: "1.00", USDT: "1.00", ETH: "2500.00", BNB: "600.00", POL: "0.50" }).map(([symbol, price]) => [
    symbol,
    parsePrice(price)!,
  ]),
);

function asset(network: string, symbol: string): Asset {
  return catalogue.assetBySymbol(network, symbol)!;
}

function offer(from: Asset, to: Asset, amount: bigint, provider: Provider = "lifi", prices = PRICES) {
  return offerRoute({ from, to, amount, provider, fromPrice: prices[from.symbol]!, toPrice: prices[to.symbol]! });
}

test("100 USDC on Ethereum give 99.8 USDT on BSC: 0.05 for gas, 0.15 for the protocol, rate 0.998 (S-257, S-261)", () => {
  const given = offer(asset("ethereum", "USDC"), asset("bsc", "USDT"), 100_000_000n);
  expect(given).toMatchObject({
    gasFee: 50_000n,
    protocolFee: 150_000n,
    totalFee: 200_000n,
    output: 99_800_000_000_000_000_000n,
  });
  expect(formatRate(given!.exchangeRate)).toBe("0.998");
});

test("relay takes one cent more than lifi, so lifi comes first", () => {
  const [from, to] = [asset("ethereum", "USDC"), asset("arbitrum", "USDC")];
  expect(offer(from, to, 100_000_000n, "lifi")?.gasFee).toBe(50_000n);
  expect(offer(from, to, 100_000_000n, "relay")?.gasFee).toBe(60_000n);
  expect(providersOf("cross_chain_same_token")).toEqual(["lifi", "relay"]);
});

test("1 ETH on Base gives 2496.23 USDC there: two cents of gas are 0.000008 ETH, 15 basis points 0.0015 ETH", () => {
  expect(offer(asset("base", "ETH"), asset("base", "USDC"), 10n ** 18n)).toMatchObject({
    gasFee: 8_000_000_000_000n,
    protocolFee: 1_500_000_000_000_000n,
    output: 2_496_230_000n,
  });
});

test("the same token on the same chain costs the protocol fee only", () => {
  const usdc = asset("ethereum", "USDC");
  expect(offer(usdc, usdc, 100_000_000n, "internal")).toMatchObject({
    gasFee: 0n,
    protocolFee: 150_000n,
    output: 99_850_000n,
  });
});

describe("the four scenarios", () => {
  test.each([
    ["same_chain_same_token", "ethereum", "USDC", "ethereum", "USDC", 5],
    ["same_chain_diff_token", "ethereum", "USDC", "ethereum", "ETH", 15],
    ["cross_chain_same_token", "ethereum", "USDC", "bsc", "USDC", 45],
    ["cross_chain_same_token", "ethereum", "ETH", "base", "ETH", 45],
    ["cross_chain_diff_token", "ethereum", "USDC", "bsc", "USDT", 60],
  ] as const)(
    "%s: %s %s to %s %s takes about %i s (S-259, S-260)",
    (scenario, chainA, tokenA, chainB, tokenB, seconds) => {
      expect(scenarioOf(asset(chainA, tokenA), asset(chainB, tokenB))).toBe(scenario);
      expect(ESTIMATED_SECONDS[scenario]).toBe(seconds);
    },
  );

  test("only a route that never leaves its chain and token is internal", () => {
    expect(providersOf("same_chain_same_token")).toEqual(["internal"]);
    for (const scenario of ["same_chain_diff_token", "cross_chain_same_token", "cross_chain_diff_token"] as const) {
      expect(providersOf(scenario)).toEqual(["lifi", "relay"]);
    }
  });
});

describe("nothing is offered", () => {
  const [from, to] = [asset("ethereum", "USDC"), asset("bsc", "USDT")];

  test("for an amount that the fees eat up, down to the last unit", () => {
    expect(offer(from, to, 50_076n)).toBeUndefined();
    expect(offer(from, to, 50_077n)).toMatchObject({ totalFee: 50_076n, output: 10n ** 12n });
  });

  test("when less than one unit would arrive", () => {
    const dear = { ...PRICES, USDT: parsePrice("1000000000000")! };
    expect(offer(asset("bsc", "USDC"), asset("ethereum", "USDT"), 10n ** 17n, "lifi", dear)).toBeUndefined();
  });

  test.each(["USDC", "USDT"])("when %s has no price", (symbol) => {
    expect(offer(from, to, 100_000_000n, "lifi", { ...PRICES, [symbol]: 0n })).toBeUndefined();
  });
});

const aRoute = fc.record({
  from: fc.constantFrom(...ASSETS),
  to: fc.constantFrom(...ASSETS),
  amount: fc.bigInt({ min: 1n, max: 10n ** 30n }),
  provider: fc.constantFrom<Provider>("lifi", "relay"),
  fromPrice: fc.bigInt({ min: 10n ** 12n, max: 10n ** 24n }),
  toPrice: fc.bigInt({ min: 10n ** 12n, max: 10n ** 24n }),
});

test("what arrives and the fees are worth what was sent, within one unit of what arrives (R-104, I-28)", () => {
  fc.assert(
    fc.property(aRoute, ({ provider: either, ...route }) => {
      const provider = providersOf(scenarioOf(route.from, route.to)).includes(either) ? either : "internal";
      const given = offerRoute({ ...route, provider });
      if (given === undefined) return;
      const [fromUnit, toUnit] = [10n ** BigInt(route.from.decimals), 10n ** BigInt(route.to.decimals)];
      const sent = (route.amount - given.totalFee) * route.fromPrice * toUnit;
      const arrived = (units: bigint): bigint => units * route.toPrice * fromUnit;
      expect(arrived(given.output) <= sent && sent < arrived(given.output + 1n)).toBe(true);
      expect(given.totalFee).toBe(given.gasFee + given.protocolFee);
      expect(given.output).toBeGreaterThan(0n);
    }),
    { numRuns: 500 },
  );
});

test("fees are rounded up, in favour of the platform, by less than one unit (K-6)", () => {
  fc.assert(
    fc.property(aRoute, (route) => {
      const given = offerRoute(route);
      if (given === undefined) return;
      const over = given.protocolFee * 10_000n - route.amount * 15n;
      expect(over >= 0n && over < 10_000n).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("sending more never gives less", () => {
  fc.assert(
    fc.property(aRoute, fc.bigInt({ min: 0n, max: 10n ** 24n }), (route, more) => {
      const [less, greater] = [offerRoute(route), offerRoute({ ...route, amount: route.amount + more })];
      expect((greater?.output ?? 0n) >= (less?.output ?? 0n)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("the first provider of a scenario never gives less than the second", () => {
  fc.assert(
    fc.property(aRoute, (route) => {
      const [best, second] = [offerRoute({ ...route, provider: "lifi" }), offerRoute({ ...route, provider: "relay" })];
      expect((best?.output ?? 0n) >= (second?.output ?? 0n)).toBe(true);
    }),
  );
});
