// Block facts as `readBlock` returns them, made by hand: hashes by height and branch, transactions with their legs.

import type { Hex } from "../../src/chains/chain.ts";
import { applyBlocks } from "../../src/flow/indexer/apply.ts";
import type { BlockFacts, BlockLeg, BlockTransaction } from "../../src/flow/indexer/read.ts";
import { type AWorld, anAddress } from "../support/worlds/a-world.ts";

export const NETWORK = "ethereum";

/** The hash of a block; it depends on height and branch. */
export function blockHash(height: number, branch = "a"): Hex {
  return `0x${branch.repeat(8)}${height.toString(16).padStart(56, "0")}`;
}

export type TransactionFacts = Partial<Omit<BlockTransaction, "hash" | "legs">> & {
  hash: string;
  legs?: Partial<BlockLeg>[];
};

/** A transaction that succeeded, sent by an external account; a leg is 25.5 USDC from that account by default. */
export function aMinedTransaction(world: AWorld, facts: TransactionFacts): BlockTransaction {
  const { hash, from = anAddress(1), succeeded = true, gasCost = 0n, legs = [] } = facts;
  const full = legs.map((leg, ordinal): BlockLeg => {
    return { ordinal, asset: world.asset(NETWORK, "USDC").key, from, to: anAddress(2), raw: 25_500_000n, ...leg };
  });
  return { hash: hash as Hex, from, succeeded, gasCost, legs: full };
}

export type BlockInput = { height: number; transactions?: TransactionFacts[]; branch?: string; parent?: string };

/** One block of a network, 12 virtual seconds after its parent. */
export function aBlock(world: AWorld, input: BlockInput): BlockFacts {
  const { height, transactions = [], branch = "a", parent = branch } = input;
  return {
    network: NETWORK,
    number: height,
    hash: blockHash(height, branch),
    parentHash: blockHash(height - 1, parent),
    timestamp: 1_767_225_600 + height * 12,
    transactions: transactions.map((facts) => aMinedTransaction(world, facts)),
    skippedLogs: 0,
    parties: new Set(),
    unknownTokens: [],
    wrongNetwork: [],
    callsToken: false,
  };
}

/** Applies blocks as the indexer does, in one transaction. `reorgFrom` is the first height of the removed branch. */
export function readIn(world: AWorld, inputs: readonly BlockInput[], reorgFrom?: number): void {
  const blocks = inputs.map((input) => aBlock(world, input));
  world.write(() => applyBlocks(world, { network: NETWORK, reorgFrom, blocks }));
}
