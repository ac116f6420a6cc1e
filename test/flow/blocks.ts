// Blocks as the reader gives them, made by hand: hashes by height and branch, transactions with what they moved.

import type { Hex } from "../../src/chains/chain.ts";
import { applyBlocks } from "../../src/flow/indexer/apply.ts";
import type { BlockFacts, BlockLeg, BlockTransaction } from "../../src/flow/indexer/read.ts";
import { type AWorld, anAddress } from "../support/worlds/a-world.ts";

export const NETWORK = "ethereum";

/** The hash of a block: another branch gives another one at the same height. */
export function blockHash(height: number, branch = "a"): Hex {
  return `0x${branch.repeat(8)}${height.toString(16).padStart(56, "0")}`;
}

export type TransactionFacts = Partial<Omit<BlockTransaction, "hash" | "legs">> & {
  hash: string;
  legs?: Partial<BlockLeg>[];
};

/** A transaction that succeeded, sent by a stranger; a leg is 25.5 USDC from that stranger unless told otherwise. */
export function aMinedTransaction(world: AWorld, facts: TransactionFacts): BlockTransaction {
  const { hash, from = anAddress(1), succeeded = true, gasCost = 0n, legs = [] } = facts;
  const full = legs.map((leg, ordinal): BlockLeg => {
    return { ordinal, asset: world.asset(NETWORK, "USDC").key, from, to: anAddress(2), raw: 25_500_000n, ...leg };
  });
  return { hash: hash as Hex, from, succeeded, gasCost, legs: full };
}

export type BlockOrder = { height: number; transactions?: TransactionFacts[]; branch?: string; parent?: string };

/** One block of a network, 12 virtual seconds behind its parent. */
export function aBlock(world: AWorld, order: BlockOrder): BlockFacts {
  const { height, transactions = [], branch = "a", parent = branch } = order;
  return {
    network: NETWORK,
    number: height,
    hash: blockHash(height, branch),
    parentHash: blockHash(height - 1, parent),
    timestamp: 1_767_225_600 + height * 12,
    transactions: transactions.map((facts) => aMinedTransaction(world, facts)),
    skippedLogs: 0,
    unknownTokens: [],
  };
}

/** Reads blocks in, as the watcher does: one transaction. `reorgFrom` says where the old branch ends. */
export function readIn(world: AWorld, orders: readonly BlockOrder[], reorgFrom?: number): void {
  const blocks = orders.map((order) => aBlock(world, order));
  world.write(() => applyBlocks(world, { network: NETWORK, reorgFrom, blocks }));
}
