// A block as the engine answers it, and its readings: as the head of the chain, as a mined block, and its load, which decides the next base fee.
import type { Head, Hex, MinedBlock } from "../chain.ts";
import type { BlockLoad } from "../inputs/base-fee.ts";

export type EngineBlock = {
  number: Hex;
  hash: Hex;
  parentHash: Hex;
  timestamp: Hex;
  transactions: Hex[];
  baseFeePerGas: Hex;
  gasUsed: Hex;
  gasLimit: Hex;
};

export function headOf({ number, hash, timestamp }: EngineBlock): Head {
  return { number: Number(number), hash, timestamp: Number(timestamp) };
}

export function minedBlockOf(network: string, block: EngineBlock): MinedBlock {
  const { hash, parentHash, transactions } = block;
  return { network, ...headOf(block), hash, parentHash, transactionHashes: transactions };
}

export function loadOf({ baseFeePerGas, gasUsed, gasLimit }: EngineBlock): BlockLoad {
  return { baseFee: BigInt(baseFeePerGas), gasUsed: BigInt(gasUsed), gasLimit: BigInt(gasLimit) };
}
