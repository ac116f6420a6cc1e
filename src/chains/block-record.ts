// A row of the journal's block table and its two readings: the inputs of the block and the mined block.
import type { BlockInputs, Hex, MinedBlock } from "./chain.ts";

export type BlockRow = {
  id: number;
  height: number;
  timestamp: number;
  prev_randao: Hex;
  base_fee: string;
  transactions: string;
  hash: Hex;
  parent_hash: Hex;
};

export function toInputs(row: BlockRow): BlockInputs {
  return {
    height: row.height,
    timestamp: row.timestamp,
    prevRandao: row.prev_randao,
    baseFee: BigInt(row.base_fee),
    transactionHashes: JSON.parse(row.transactions) as Hex[],
  };
}

export function toBlock(network: string, row: BlockRow): MinedBlock {
  return {
    network,
    number: row.height,
    hash: row.hash,
    parentHash: row.parent_hash,
    timestamp: row.timestamp,
    transactionHashes: JSON.parse(row.transactions) as Hex[],
  };
}
