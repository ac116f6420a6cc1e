// Unsigned transactions: calls, gas and fees, replacements that an engine accepts, and payments that add up (R-079, H-25).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCatalogue } from "../../src/chains/catalogue.ts";
import { type Chain, RpcError } from "../../src/chains/chain.ts";
import { encodeTransfer } from "../../src/chains/token.ts";
import { gasCeiling, type UnsignedTransaction } from "../../src/domain/attempt/attempt.ts";
import { Catalogue, NATIVE } from "../../src/domain/network/network.ts";
import { offerRoute, type Provider, scenarioOf } from "../../src/domain/quote/quote.ts";
import type { SettlementRow } from "../../src/domain/settlement/settlement.ts";
import { providerAt } from "../../src/domain/settlement/transitions.ts";
import {
  buildTransaction,
  emptyTransaction,
  replacementOf,
  transferCall,
  withMaxAmount,
} from "../../src/flow/attempts/build-transaction.ts";
import {
  claimPayments,
  intakePath,
  internalPayments,
  PLATFORM_PATH,
  solverPath,
} from "../../src/flow/settlements/route-accounts.ts";
import { anAddress, aWorld } from "../support/worlds/a-world.ts";

const ONE = 10n ** 18n;
const catalogue = new Catalogue(readCatalogue());

function aPlan(maxFeePerGas: bigint, maxPriorityFeePerGas: bigint, gas = 21_000n): UnsignedTransaction {
  return {
    to: anAddress(),
    value: "0",
    data: "0x",
    gas: gas.toString(),
    maxFeePerGas: maxFeePerGas.toString(),
    maxPriorityFeePerGas: maxPriorityFeePerGas.toString(),
  };
}

/** Minimal fees, so that the plan's own decide. */
const CHEAP = { maxFeePerGas: "0", maxPriorityFeePerGas: "0" };

/** A chain that estimates `gas` (or refuses) and has a base fee. */
function aChain(gas: bigint | Error, baseFee = 10n ** 9n): Chain {
  const answers: Record<string, () => unknown> = {
    eth_estimateGas: () => {
      if (gas instanceof Error) throw gas;
      return `0x${gas.toString(16)}`;
    },
  };
  return { baseFee, request: async (method: string) => answers[method]?.() } as unknown as Chain;
}

const CALL = { from: anAddress(1), to: anAddress(2), value: 5n, data: "0x" } as const;

describe("a replacement", () => {
  test("raises both fees by a tenth at least, so that every engine accepts it, and changes nothing else (R-079)", () => {
    const wei = fc.bigInt({ min: 0n, max: 10n ** 15n });
    fc.assert(
      fc.property(wei, wei, (tip, above) => {
        const plan = aPlan(tip + above, tip);
        const raised = replacementOf(plan, CHEAP);
        for (const fee of ["maxFeePerGas", "maxPriorityFeePerGas"] as const) {
          expect(BigInt(raised[fee]) * 10n >= BigInt(plan[fee]) * 11n && BigInt(raised[fee]) > BigInt(plan[fee])).toBe(
            true,
          );
        }
        expect(BigInt(raised.maxPriorityFeePerGas) <= BigInt(raised.maxFeePerGas)).toBe(true);
        expect({ ...raised, maxFeePerGas: "", maxPriorityFeePerGas: "" }).toEqual({
          ...plan,
          maxFeePerGas: "",
          maxPriorityFeePerGas: "",
        });
      }),
    );
  });

  test("of a type-4 transaction keeps its authorization", () => {
    const authorization = { derivation: "m/1", contract: anAddress(7), nonce: 3 };
    expect(replacementOf({ ...aPlan(2n, 1n), authorization }, CHEAP).authorization).toEqual(authorization);
  });
});

describe("a replacement after the base fee rose", () => {
  const now = { maxFeePerGas: "5000", maxPriorityFeePerGas: "50" };

  test("pays what the chain demands now, not an eighth more of too little", () => {
    expect(replacementOf(aPlan(2_000n, 10n), now)).toMatchObject(now);
    expect(replacementOf(aPlan(8_000n, 10n), now)).toMatchObject({ maxFeePerGas: "9001", maxPriorityFeePerGas: "50" });
  });

  test("of all native coin pays the higher gas out of the value", () => {
    const first = withMaxAmount(aPlan(1_000n, 1n), 10n ** 9n);
    const second = replacementOf(first, now);
    expect(second).toMatchObject({ maxFeePerGas: "5000", maxPriorityFeePerGas: "5000" });
    expect(BigInt(second.value) + gasCeiling(second)).toBe(10n ** 9n);
  });

  test("is the intended payment, not the faulty transaction", () => {
    const plan = { ...aPlan(2_000n, 10n), faulty: { to: anAddress(3), maxFeePerGas: "1" } };
    expect(replacementOf(plan, now)).toEqual({ ...aPlan(2_000n, 10n), ...now });
  });

  test("that sends nothing changes the fees only", () => {
    const plan = { ...aPlan(2_000n, 10n, 90_000n), data: "0xaa", value: "7", whole: true as const };
    expect(emptyTransaction(anAddress(4), plan, now)).toEqual({
      ...{ to: anAddress(4), value: "0", data: "0x", gas: "21000" },
      ...now,
    });
  });
});

describe("a transfer of all native coin (R-095)", () => {
  const cost = (plan: UnsignedTransaction) => BigInt(plan.value) + gasCeiling(plan);

  test("pays a fixed gas price, so that value and gas are the whole balance, in every replacement too", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(0n, 10n ** 20n), (fee, rest) => {
        const all = gasCeiling(aPlan(fee, 1n)) * 4n + rest;
        const first = withMaxAmount(aPlan(fee, 1n), all);
        const second = replacementOf(first, CHEAP);
        for (const plan of [first, second, replacementOf(second, CHEAP)]) {
          expect(cost(plan)).toBe(all);
          expect(plan.maxPriorityFeePerGas).toBe(plan.maxFeePerGas);
        }
      }),
    );
  });

  test("is not replaced by one that sends nothing: it would cost more than the balance", () => {
    const first = withMaxAmount(aPlan(1_000n, 1n), 21_000n * 1_000n + 1n);
    expect(first.value).toBe("1");
    expect(cost(replacementOf(first, CHEAP))).toBeGreaterThan(cost(first));
  });
});

describe("a built transaction", () => {
  test("has a fifth more gas than estimated, and exactly 21,000 for a plain transfer", async () => {
    expect((await buildTransaction(aChain(50_000n), CALL)).gas).toBe("60000");
    expect((await buildTransaction(aChain(21_000n), CALL)).gas).toBe("21000");
    expect((await buildTransaction(aChain(21_001n), CALL)).gas).toBe("21000");
    expect((await buildTransaction(aChain(21_002n), CALL)).gas).toBe("25202");
  });

  test("survives a doubled base fee and pays a tip", async () => {
    const plan = await buildTransaction(aChain(21_000n, 10n ** 9n), CALL);
    expect(plan).toMatchObject({ maxFeePerGas: "2100000000", maxPriorityFeePerGas: "100000000", value: "5" });
    expect(gasCeiling(plan)).toBe(21_000n * 2_100_000_000n);
    expect((await buildTransaction(aChain(21_000n, 7n), CALL)).maxPriorityFeePerGas).toBe("1000000");
  });

  test("whose estimate reverts is sent all the same, so that it reverts on the chain", async () => {
    expect((await buildTransaction(aChain(new RpcError(3, "execution reverted")), CALL)).gas).toBe("180000");
  });

  test("whose estimate fails with another error is not built", async () => {
    await expect(buildTransaction(aChain(new TypeError("ours")), CALL)).rejects.toThrow("ours");
  });

  test("moves the native coin as value and a token by its contract", () => {
    const input = { from: anAddress(1), to: anAddress(2), raw: 7n };
    expect(transferCall({ ...input, asset: NATIVE })).toEqual({
      from: input.from,
      to: input.to,
      value: 7n,
      data: "0x",
    });
    expect(transferCall({ ...input, asset: anAddress(3) })).toEqual({
      from: input.from,
      to: anAddress(3),
      value: 0n,
      data: encodeTransfer(input.to, 7n),
    });
  });
});

describe("payments of a settlement", () => {
  const world = () => aWorld();

  /** A settlement of `raw` with an accepted route; undefined without an offer. */
  function routed(raw: bigint, from = "USDC", to = "USDT", provider: Provider = "lifi"): SettlementRow | undefined {
    const [source, destination] = [
      catalogue.assetBySymbol("ethereum", from)!,
      catalogue.assetBySymbol("ethereum", to)!,
    ];
    const offer = offerRoute({ from: source, to: destination, amount: raw, provider, fromPrice: ONE, toPrice: ONE });
    if (offer === undefined) return undefined;
    return {
      source_raw: raw.toString(),
      quoted_raw: offer.output.toString(),
      fee_platform: offer.protocolFee.toString(),
      fee_provider: offer.gasFee.toString(),
      destination_address: anAddress(9),
      provider,
      scenario: scenarioOf(source, destination),
    } as SettlementRow;
  }

  const sum = (payments: { raw: string }[]): bigint => payments.reduce((total, { raw }) => total + BigInt(raw), 0n);

  test("a claim moves exactly the source amount: the fee to the platform, the rest to the provider (H-25)", () => {
    const one = world();
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        fc.constantFrom<Provider>("lifi", "relay"),
        (raw, provider) => {
          const row = routed(raw, "USDC", "USDT", provider);
          if (row === undefined) return;
          const payments = claimPayments(one, row);
          expect(sum(payments)).toBe(raw);
          expect(payments.map(({ to }) => to)).toEqual([one.derive(intakePath(provider)), one.derive(PLATFORM_PATH)]);
          expect(payments[1]?.raw).toBe(row.fee_platform);
        },
      ),
      { numRuns: 50 },
    );
  });

  test("within one chain and token the destination and the platform share exactly the source amount (H-25)", () => {
    const one = world();
    fc.assert(
      fc.property(fc.bigInt({ min: 2n, max: 10n ** 20n }), (raw) => {
        const row = routed(raw, "USDC", "USDC", "internal");
        if (row === undefined) return;
        const payments = internalPayments(one, row);
        expect(sum(payments)).toBe(raw);
        expect(payments[0]).toEqual({ to: anAddress(9), raw: row.quoted_raw });
      }),
      { numRuns: 50 },
    );
  });

  test("payments of zero are left out", () => {
    const row = { ...routed(100_000_000n)!, fee_platform: "0" };
    expect(claimPayments(world(), row)).toHaveLength(1);
  });

  test("solvers, intakes and the platform are different accounts", () => {
    const paths = [solverPath("lifi"), solverPath("relay"), intakePath("lifi"), intakePath("relay"), PLATFORM_PATH];
    expect(new Set(paths).size).toBe(paths.length);
  });
});

test("providers are asked best first, in two rounds (H-25)", () => {
  const asked = (scenario: SettlementRow["scenario"]) =>
    [0, 1, 2, 3].map((attempts) => providerAt({ scenario, attempts }));
  expect(asked("cross_chain_diff_token")).toEqual(["lifi", "relay", "lifi", "relay"]);
  expect(asked("same_chain_same_token")).toEqual(["internal", "internal", "internal", "internal"]);
});
