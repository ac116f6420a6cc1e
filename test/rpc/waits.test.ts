// Clients that wait for confirmations: which polls get how many blocks, and when they stop.
import { expect, test } from "vitest";
import { loopStopped } from "../../src/flow/loop/loop-errors.ts";
import { createConfirmationWaits, RECEIPT_INTEREST_MS } from "../../src/rpc/confirmation-waits.ts";
import { aHash } from "./a-chain.ts";
import { aWallClock } from "./a-wall-clock.ts";

const RECEIPT = aHash(1);

/** Waits on one network that mines what is asked; `mined` are the blocks of each poll that got some. */
const someWaits = (rule: "now" | "next slot" | "none" = "now") => {
  const clock = aWallClock();
  const state = { rule, height: 10, mined: [] as number[], errors: [] as unknown[] };
  const log = { error: (fact: object) => void state.errors.push(fact), warn() {}, info() {}, debug() {} };
  const mine = async (_network: string, blocks: number): Promise<void> => {
    state.mined.push(blocks);
    if (state.rule === "now") state.height += blocks;
  };
  const waiting = { rule: () => state.rule, mine };
  const waits = createConfirmationWaits({ wall: clock.wall, log, waiting, height: () => state.height });
  const poll = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) await waits.headPolled("base");
  };
  return { state, clock, waits, waiting, poll };
};

test("without a receipt polls mine nothing, and neither does the first answer of a receipt", async () => {
  const { state, waits, poll } = someWaits();
  await poll(3);
  await waits.receiptPolled("base", RECEIPT);
  waits.receiptGiven("base", RECEIPT);
  expect(state.mined).toEqual([]);
});

test("polls after a receipt get 1, 2, 4 … blocks: 3 confirmations with the second, 128 with the seventh", async () => {
  const { state, waits, poll } = someWaits();
  waits.receiptGiven("base", RECEIPT);
  await poll(2);
  expect(state.height - 10).toBeGreaterThanOrEqual(2);
  await poll(5);
  expect(state.height - 10).toBe(127);
  expect(state.mined).toEqual([1, 2, 4, 8, 16, 32, 64]);
});

test("at most 64 blocks a poll and 256 after one receipt, then one a second; a new receipt begins anew", async () => {
  const { state, clock, waits, poll } = someWaits();
  waits.receiptGiven("base", RECEIPT);
  await poll(50);
  expect(state.mined).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64, 1]);
  expect(state.height - 10).toBe(256);
  waits.receiptGiven("base", RECEIPT);
  await poll(5);
  expect(state.mined).toHaveLength(10);
  for (let second = 0; second < 3; second += 1) {
    clock.advance(1_000);
    await poll(4);
  }
  expect(state.mined.slice(10)).toEqual([1, 1, 1]);
  waits.receiptGiven("base", aHash(2));
  await poll(2);
  expect(state.mined.slice(13)).toEqual([1, 2]);
});

test("the same receipt again counts as a poll; another network and 120 s later do not", async () => {
  const { state, clock, waits, poll } = someWaits();
  waits.receiptGiven("base", RECEIPT);
  await waits.receiptPolled("base", RECEIPT);
  await waits.receiptPolled("base", aHash(9));
  await waits.headPolled("polygon");
  expect(state.mined).toEqual([1]);
  clock.advance(RECEIPT_INTEREST_MS);
  await poll(1);
  clock.advance(1);
  await poll(3);
  expect(state.mined).toEqual([1, 2]);
});

test("a poll that sees another height than the poll before gets no blocks", async () => {
  const { state, waits, poll } = someWaits();
  waits.receiptGiven("base", RECEIPT);
  state.height += 1;
  await poll(1);
  expect(state.mined).toEqual([]);
  await poll(1);
  expect(state.mined).toEqual([1]);
});

test("polls at the same time share their blocks", async () => {
  const { state, waits } = someWaits();
  waits.receiptGiven("base", RECEIPT);
  await Promise.all(Array.from({ length: 20 }, () => waits.headPolled("base")));
  expect(state.mined).toEqual([1]);
});

test("with interval mining each poll asks for a block at the next slot, otherwise for none", async () => {
  const interval = someWaits("next slot");
  interval.waits.receiptGiven("base", RECEIPT);
  await interval.poll(3);
  expect(interval.state.mined).toEqual([1, 1, 1]);
  const none = someWaits("none");
  none.waits.receiptGiven("base", RECEIPT);
  await none.poll(3);
  expect(none.state.mined).toEqual([]);
});

test("a poll is answered after two seconds when the loop is busy, and later ones at once until it is done", async () => {
  const { state, clock, waits, waiting } = someWaits();
  const { promise, resolve } = Promise.withResolvers<void>();
  const mine = waiting.mine;
  waiting.mine = () => promise;
  waits.receiptGiven("base", RECEIPT);
  const polled = waits.headPolled("base");
  clock.advance(2_000);
  await polled;
  await waits.headPolled("base");
  waiting.mine = mine;
  resolve();
  await promise;
  await new Promise(setImmediate);
  await waits.headPolled("base");
  expect(state.mined).toEqual([2]);
  expect(clock.timers()).toBe(0);
});

test("a poll is answered when nothing can be mined: a world that has ended is no error, anything else is logged", async () => {
  const { state, waits, waiting, poll } = someWaits();
  waits.receiptGiven("base", RECEIPT);
  waiting.mine = () => Promise.reject(loopStopped());
  await poll(1);
  expect(state.errors).toEqual([]);
  waiting.mine = () => Promise.reject(new Error("unknown"));
  await poll(1);
  expect(state.errors).toHaveLength(1);
});
