// Types of the engine's answers, with the members that the explorer reads; numbers are hex texts.
import type { Hex } from "../../chains/chain.ts";
import type { TokenLog } from "../../chains/token.ts";

export type EngineTransaction = {
  hash: Hex;
  from: Hex;
  to: Hex | null;
  value: Hex;
  nonce: Hex;
  input: Hex;
  gas: Hex;
  gasPrice?: Hex;
  maxFeePerGas?: Hex;
  type: Hex;
  /** Null while it is pending. */
  blockHash: Hex | null;
  transactionIndex: Hex | null;
};

export type EngineLog = TokenLog & { transactionHash: Hex; blockNumber: Hex };

export type EngineReceipt = {
  status: Hex;
  blockHash: Hex;
  gasUsed: Hex;
  effectiveGasPrice: Hex;
  contractAddress: Hex | null;
  logs: readonly EngineLog[];
};

/** A block with hashes of its transactions, or with all of them. */
export type EngineBlock<Of = Hex> = {
  number: Hex;
  hash: Hex;
  parentHash: Hex;
  timestamp: Hex;
  gasUsed: Hex;
  gasLimit: Hex;
  baseFeePerGas: Hex;
  transactions: readonly Of[];
};
