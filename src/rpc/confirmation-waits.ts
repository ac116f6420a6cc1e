// Clients that wait for confirmations: the protocol does not say for how many, so polls after a receipt get more and more blocks.
import type { Hex } from "../chains/chain.ts";
import { BoundedMap } from "../kernel/bounded-map.ts";
import type { Log } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import type { WallClock } from "../kernel/wall-clock.ts";

/** A client counts as waiting for this long after a receipt that it was given (wall ms). */
export const RECEIPT_INTEREST_MS = 120_000;
/** Blocks before the answer of one poll, and after one receipt; from then on one a second. */
export const MAX_BLOCKS_A_POLL = 64;
export const MAX_BLOCKS_A_RECEIPT = 256;
const SLOW_INTERVAL_MS = 1_000;
/** A poll is answered after this long even if the loop is busy, for example with a time travel (wall ms). */
const MAX_DELAY_MS = 2_000;
/** Receipts of one network that are remembered; a forgotten one counts as given for the first time. */
const MAX_RECEIPTS = 1_000;

export type ConfirmationWaits = {
  /** A client asks for the head, or is notified of heads: resolves when the blocks that it waits for are mined. Never rejects. */
  headPolled(network: string): Promise<void>;
  /** A client asks for a receipt: one that was given before counts as a poll. Never rejects. */
  receiptPolled(network: string, hash: Hex): Promise<void>;
  /** A client is given a receipt. */
  receiptGiven(network: string, hash: Hex): void;
};

/** What a client that waits gets on a network: blocks before the answer, a block at the next slot, or nothing. */
type WaitingClients = {
  rule(network: string): "now" | "next slot" | "none";
  /** Resolves when the blocks are mined, or planned for the next slot. */
  mine(network: string, blocks: number): Promise<void>;
};

export type WaitDependencies = {
  wall: WallClock;
  log: Log;
  waiting: WaitingClients;
  /** The height of a network. */
  height(network: string): number;
};

/** `next`: blocks of the next poll. `mined`: blocks since the last receipt that was new. `height`: of the last answer. */
type Interest = { receiptAtMs: number; height: number; next: number; mined: number; minedAtMs: number };
type Mining = { answer: Promise<void>; late: boolean };

export function createConfirmationWaits(dependencies: WaitDependencies): ConfirmationWaits {
  const { wall, waiting, height } = dependencies;
  const interests = new Map<string, Interest>();
  const receipts = new Map<string, Map<Hex, true>>();
  const running = new Map<string, Mining>();

  const poll = async (network: string, interest: Interest): Promise<void> => {
    const mining = running.get(network);
    if (mining !== undefined) return mining.late ? undefined : mining.answer;
    const rule = waiting.rule(network);
    const isNews = height(network) !== interest.height;
    interest.height = height(network);
    if (rule === "none" || (rule === "now" && isNews)) return;
    const blocks = rule === "now" ? blocksOf(interest, wall.monotonic()) : 1;
    if (blocks === 0) return;
    const started = startMining(dependencies, network, blocks, () => running.delete(network));
    running.set(network, started);
    await started.answer;
    interest.height = height(network);
  };
  const headPolled = async (network: string): Promise<void> => {
    const interest = interests.get(network);
    if (interest === undefined || wall.monotonic() - interest.receiptAtMs > RECEIPT_INTEREST_MS) return;
    await poll(network, interest);
  };
  return {
    headPolled,
    async receiptPolled(network, hash) {
      if (receipts.get(network)?.has(hash)) await headPolled(network);
    },
    receiptGiven(network, hash) {
      const nowMs = wall.monotonic();
      const interest = interests.get(network);
      if (remember(receipts, network, hash) || interest === undefined) {
        interests.set(network, { receiptAtMs: nowMs, height: height(network), next: 1, mined: 0, minedAtMs: nowMs });
      } else interest.receiptAtMs = nowMs;
    },
  };
}

/** Mines; `answer` resolves when the blocks are there, or after the longest delay of an answer. `ended` is called at the end. */
function startMining(
  { wall, log, waiting }: WaitDependencies,
  network: string,
  blocks: number,
  ended: () => void,
): Mining {
  const mining: Mining = { answer: Promise.resolve(), late: false };
  const done = waiting.mine(network, blocks).catch((error: unknown) => {
    // The client still gets its answer: the world has ended, or storage fails.
    if (!(error instanceof Problem)) log.error({ error, network }, "no blocks for a client that waits");
  });
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const giveUp = (): void => {
    mining.late = true;
    resolve();
  };
  const timer = wall.after(MAX_DELAY_MS, giveUp, { unref: true });
  void done.then(() => {
    timer.cancel();
    ended();
  });
  mining.answer = Promise.race([done, late]);
  return mining;
}

/** How many blocks the poll gets: 1, 2, 4 … up to the bounds, then one a second. Counts them. */
function blocksOf(interest: Interest, nowMs: number): number {
  const left = MAX_BLOCKS_A_RECEIPT - interest.mined;
  const isSlow = left <= 0;
  if (isSlow && nowMs - interest.minedAtMs < SLOW_INTERVAL_MS) return 0;
  const blocks = isSlow ? 1 : Math.min(interest.next, MAX_BLOCKS_A_POLL, left);
  interest.next = Math.min(interest.next * 2, MAX_BLOCKS_A_POLL);
  interest.mined += blocks;
  interest.minedAtMs = nowMs;
  return blocks;
}

/** True for a receipt that is new. */
function remember(receipts: Map<string, Map<Hex, true>>, network: string, hash: Hex): boolean {
  const known = receipts.get(network) ?? new BoundedMap<Hex, true>(MAX_RECEIPTS);
  receipts.set(network, known);
  // Removed first, so that it counts as the newest.
  const isNew = !known.delete(hash);
  known.set(hash, true);
  return isNew;
}
