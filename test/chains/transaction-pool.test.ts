// The in-memory pool: which waiting transactions the next block would take.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { WaitingTransaction } from "../../src/chains/transaction-pool.ts";
import { TransactionPool } from "../../src/chains/transaction-pool.ts";

let number = 0;
const waiting = (nonce: number, change: Partial<WaitingTransaction> = {}): WaitingTransaction => ({
  hash: `0x${(++number).toString(16)}`,
  sender: "0xa",
  nonce,
  maxFeePerGas: 10n,
  cost: 1n,
  to: null,
  input: "0x",
  ...change,
});
const poolOf = (transactions: WaitingTransaction[], next = 0): TransactionPool => {
  const pool = new TransactionPool(10n);
  for (const transaction of transactions) pool.add(transaction, next);
  return pool;
};

test("nonces count from the next one without a gap, in whatever order they came", () => {
  expect(poolOf([]).ready).toBe(0);
  expect(poolOf([waiting(2), waiting(0), waiting(1), waiting(4)]).ready).toBe(3);
  expect(poolOf([waiting(0), waiting(1)], 1).ready).toBe(1);
});

test("a transaction below the base fee does not count, nor do those after it", () => {
  expect(poolOf([waiting(0), waiting(1, { maxFeePerGas: 9n }), waiting(2)]).ready).toBe(1);
});

test("nonces are counted per sender", () => {
  expect(poolOf([waiting(0), waiting(0, { sender: "0xb" }), waiting(1, { sender: "0xc" })]).ready).toBe(2);
});

test("the same sender and nonce replaces, and the cost of the other transactions is summed", () => {
  const pool = poolOf([waiting(0, { cost: 5n }), waiting(1, { cost: 7n }), waiting(0, { sender: "0xb", cost: 100n })]);
  const better = waiting(0, { cost: 6n });
  expect(pool.costBeside(better)).toBe(7n);
  expect(pool.add(better, 0)).toBeDefined();
  expect(pool.hashes).toHaveLength(3);
  expect(pool.add(better, 0)).toBeUndefined();
});

test("a block that took none of the ready transactions sets the count to 0 until the pool changes", () => {
  const pool = poolOf([waiting(0)]);
  pool.stall();
  expect(pool.ready).toBe(0);
  pool.add(waiting(0, { sender: "0xb" }), 0);
  expect(pool.ready).toBe(2);
  pool.clear();
  expect([pool.ready, pool.senders]).toEqual([0, []]);
});

test("the count equals that of a simple model", () => {
  const entry = fc.record({
    sender: fc.constantFrom("0xa" as const, "0xb" as const),
    nonce: fc.nat(6),
    fee: fc.constantFrom(9n, 10n),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 14 }), fc.nat(3), (entries, next) => {
      const pool = new TransactionPool(10n);
      const model = new Map<string, bigint>();
      for (const { sender, nonce, fee } of entries) {
        pool.add(waiting(nonce, { sender, maxFeePerGas: fee }), next);
        model.set(`${sender}/${nonce}`, fee);
      }
      let expected = 0;
      for (const sender of ["0xa", "0xb"]) {
        for (let nonce = next; (model.get(`${sender}/${nonce}`) ?? 0n) >= 10n; nonce += 1) expected += 1;
      }
      expect(pool.ready).toBe(expected);
    }),
  );
});
