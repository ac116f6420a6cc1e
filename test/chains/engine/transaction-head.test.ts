// What is read from the head of a type-2 transaction is what a full decoding gives.
import { createHash } from "node:crypto";
import { type Hex, parseGwei, parseTransaction } from "viem";
import { describe, expect, test } from "vitest";
import { callOfTransaction, headOfTransaction } from "../../../src/chains/engine/transaction-head.ts";
import { alice, bob } from "../../support/an-rpc.ts";

const PLAIN = { chainId: 8453, type: "eip1559", to: bob.address, nonce: 0, gas: 21_000n, value: 1n } as const;
const FEES = { maxFeePerGas: parseGwei("100"), maxPriorityFeePerGas: 1_000_000n };

const KINDS: readonly (readonly [string, Parameters<typeof alice.signTransaction>[0]])[] = [
  ["a plain transfer", { ...PLAIN, ...FEES }],
  ["no fees at all", { ...PLAIN }],
  ["a fee cap of one", { ...PLAIN, maxFeePerGas: 1n }],
  ["a fee cap of 127", { ...PLAIN, maxFeePerGas: 127n }],
  ["a fee cap of 128", { ...PLAIN, maxFeePerGas: 128n }],
  ["the largest fee cap", { ...PLAIN, maxFeePerGas: 2n ** 256n - 1n }],
  ["no gas", { ...PLAIN, ...FEES, gas: 0n }],
  ["much gas", { ...PLAIN, ...FEES, gas: 2n ** 63n }],
  ["a high nonce and chain", { ...PLAIN, ...FEES, nonce: 4_000_000_000, chainId: 1_313_161_554 }],
  ["call data of one word", { ...PLAIN, ...FEES, data: `0x${"5a".repeat(36)}` }],
  ["call data of 56 bytes", { ...PLAIN, ...FEES, data: `0x${"5a".repeat(56)}` }],
  ["call data of one byte", { ...PLAIN, ...FEES, data: "0x7f" }],
  ["a deployment", { ...PLAIN, ...FEES, to: null, data: `0x${"60".repeat(3_000)}` as Hex }],
  [
    "an access list",
    { ...PLAIN, ...FEES, accessList: [{ address: bob.address, storageKeys: [`0x${"11".repeat(32)}`] }] },
  ],
];

function fullyRead(raw: Hex): { gas: bigint; feeCap: bigint } | undefined {
  try {
    const { gas = 0n, maxFeePerGas, gasPrice } = parseTransaction(raw);
    return { gas, feeCap: maxFeePerGas ?? gasPrice ?? 0n };
  } catch {
    return undefined;
  }
}

describe("the head of a transaction says what the whole says", () => {
  test.each(KINDS)("%s", async (_, transaction) => {
    const raw = await alice.signTransaction(transaction);
    expect(headOfTransaction(raw)).toEqual(fullyRead(raw));
    expect(headOfTransaction(`0x${raw.slice(2).toUpperCase()}`)).toEqual(fullyRead(raw));
  });

  test.each(KINDS)("receiver and call data: %s", async (_, transaction) => {
    const raw = await alice.signTransaction(transaction);
    const { to, data = "0x" } = parseTransaction(raw);
    const whole = { to: to?.toLowerCase() ?? null, input: data };
    expect(callOfTransaction(raw)).toEqual(whole);
  });

  test.each<[string, Parameters<typeof alice.signTransaction>[0]]>([
    ["legacy", { type: "legacy", chainId: 8453, to: bob.address, gasPrice: 1n }],
    ["type 1", { type: "eip2930", chainId: 8453, to: bob.address, gasPrice: 1n }],
  ])("%s transactions are left to the full decoding", async (_, transaction) => {
    const raw = await alice.signTransaction(transaction);
    expect([headOfTransaction(raw), callOfTransaction(raw)]).toEqual([undefined, undefined]);
  });

  test("it never contradicts the full decoding, whichever bytes are wrong", async () => {
    const raws = await Promise.all(KINDS.map(([, transaction]) => alice.signTransaction(transaction)));
    let compared = 0;
    for (const raw of raws) {
      const bytes = Buffer.from(raw.slice(2), "hex");
      for (let at = 0; at < Math.min(bytes.length, 60); at += 1) {
        for (let variant = 0; variant < 12; variant += 1) {
          const changed = Buffer.from(bytes);
          changed[at] = createHash("sha256").update(`${at}/${variant}`).digest()[0]!;
          const other: Hex = `0x${changed.toString("hex")}`;
          const [head, whole] = [headOfTransaction(other), fullyRead(other)];
          if (head === undefined || whole === undefined) continue;
          compared += 1;
          expect([other, head]).toEqual([other, whole]);
        }
      }
    }
    expect(compared).toBeGreaterThan(1_000);
  });

  test.each<Hex>(["0x", "0x02", "0x02c0", "0x02f8", "0x02f86b", "0x02c3010203", "0x02c5010203b8", "0x02ff01020304"])(
    "%s has no head",
    (raw) => expect([headOfTransaction(raw), callOfTransaction(raw)]).toEqual([undefined, undefined]),
  );
});
