// Faulty transactions: they fail as real ones do, and never cost more than the payment may (gate chain.submit).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SWEEPER_ADDRESS } from "../../src/chains/artifact.ts";
import { encodeTransfer } from "../../src/chains/token.ts";
import { asSigned, gasCeiling, type UnsignedTransaction } from "../../src/domain/attempt/attempt.ts";
import { EFFECTS_IN_BYTES, faultyFields, type SubmitEffect } from "../../src/flow/attempts/faulty-transaction.ts";
import { anAddress } from "../support/worlds/a-world.ts";

const NATIVE: UnsignedTransaction = {
  ...{ to: anAddress(9), value: "5", data: "0x", gas: "21000" },
  ...{ maxFeePerGas: "2100", maxPriorityFeePerGas: "100" },
};
const TOKEN: UnsignedTransaction = { ...NATIVE, value: "0", data: encodeTransfer(anAddress(9), 7n), gas: "60000" };
const DELEGATION: UnsignedTransaction = {
  ...{ ...NATIVE, value: "0", gas: "100000" },
  authorization: { derivation: "m/1", contract: SWEEPER_ADDRESS, nonce: 0 },
};

const shaped = (effect: SubmitEffect, plan: UnsignedTransaction, before?: UnsignedTransaction): UnsignedTransaction => {
  const faulty = faultyFields(effect, plan, before);
  return asSigned(faulty === undefined ? plan : { ...plan, faulty });
};

describe("a revert", () => {
  test("calls an unknown function of the same contract", () => {
    expect(shaped("revert", TOKEN)).toEqual({ ...TOKEN, data: "0xffffffff" });
  });

  test("of native coin goes to a contract, with gas to run on, and costs no more than was reserved", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(0n, 10n ** 12n), (tip, above) => {
        const plan = { ...NATIVE, maxFeePerGas: (tip + above).toString(), maxPriorityFeePerGas: tip.toString() };
        const bytes = shaped("revert", plan);
        expect([bytes.to, bytes.value, bytes.gas]).toEqual([SWEEPER_ADDRESS, "5", "42000"]);
        expect(gasCeiling(bytes) <= gasCeiling(plan)).toBe(true);
        expect(BigInt(bytes.maxPriorityFeePerGas) <= BigInt(bytes.maxFeePerGas)).toBe(true);
      }),
    );
  });
});

describe("a transaction out of gas", () => {
  test.each([
    ["native coin: nothing to run a contract on", NATIVE, SWEEPER_ADDRESS, 21_000n],
    ["a delegation: its authorization is paid, no more", DELEGATION, SWEEPER_ADDRESS, 46_000n],
    ["call data of zeros and others", { ...TOKEN, data: "0x00ff" }, TOKEN.to, 21_050n],
    // Selector, receiver and amount: 7 bytes that are not zero, 61 that are; four zeros a byte that is not (EIP-7623).
    ["call data that has a floor above its price", TOKEN, TOKEN.to, 21_000n + 10n * (61n + 4n * 7n)],
  ])("%s", (_what, plan, to, least) => {
    const bytes = shaped("out-of-gas", plan);
    expect(bytes.to).toBe(to);
    expect(BigInt(bytes.gas)).toBe(least);
    expect({ ...bytes, to: "", gas: "" }).toEqual({ ...plan, to: "", gas: "" });
  });
});

describe("a stuck transaction", () => {
  test("offers a fee that no block accepts, for the intended payment", () => {
    expect(shaped("stuck", TOKEN)).toEqual({ ...TOKEN, maxFeePerGas: "1", maxPriorityFeePerGas: "1" });
  });

  test("that replaces a stuck one offers a tenth more, as a node demands of a replacement", () => {
    const first = shaped("stuck", { ...TOKEN, maxFeePerGas: "900", maxPriorityFeePerGas: "90" }, TOKEN);
    expect([first.maxFeePerGas, first.maxPriorityFeePerGas]).toEqual(["2363", "113"]);
  });
});

test("effects on a send do not change the bytes, and a cancel has nothing that could revert", () => {
  for (const effect of ["no-gas-money", "drop", "nonce-too-low", "unavailable"] as const)
    expect(faultyFields(effect, TOKEN)).toBeUndefined();
  expect(EFFECTS_IN_BYTES.cancel).toEqual(["stuck"]);
});
