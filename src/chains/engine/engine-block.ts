// A block as the engine answers it, and its two readings: the head of the chain, and the load that decides the next base fee.
import type { Head, Hex } from "../chain.ts";
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

export function loadOf({ baseFeePerGas, gasUsed, gasLimit }: EngineBlock): BlockLoad {
  return { baseFee: BigInt(baseFeePerGas), gasUsed: BigInt(gasUsed), gasLimit: BigInt(gasLimit) };
}
