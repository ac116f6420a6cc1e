// The port: what the rest of the sandbox may ask of a chain. Only producer.ts and simulated.ts stand behind it.
import type { Database } from "../db/database.ts";

export type Hex = `0x${string}`;

/** One row of chain/catalogue.json: a network and what is deployed on it. */
export type ChainDefinition = {
  network_id: string;
  symbol: string;
  name: string;
  eip155_id: number;
  category: string;
  native: { name: string; symbol: string; decimals: number };
  tokens: readonly { name: string; symbol: string; decimals: number; address: Hex }[];
  block_time_ms: number;
  confirmations: number;
  uda_support: boolean;
  /** Wei, decimal text; every block is mined with it unless the admin API says otherwise. */
  base_fee: string;
};

/** The engine of one chain, raw. Reads may go to it directly; whatever changes it goes through the producer. */
export type Engine = {
  request<T = unknown>(method: string, parameters?: readonly unknown[]): Promise<T>;
};

/** Everything an engine was told for one block, so that a replay gives the same hash (R-162…R-166). */
export type BlockInputs = {
  height: number;
  /** Unix seconds. */
  timestamp: number;
  prevRandao: Hex;
  /** Wei per gas. */
  baseFee: bigint;
  /** Hashes of the transactions in the order they are mined; their signed bytes stand in the journal. */
  transactionHashes: readonly Hex[];
};

/** A block that stands on the chain. */
export type MinedBlock = {
  network: string;
  number: number;
  hash: Hex;
  parentHash: Hex;
  /** Unix seconds. */
  timestamp: number;
  transactionHashes: readonly Hex[];
};

export type Head = { number: number; hash: Hex; timestamp: number };

/**
 * A change of the state that no transaction makes. `give` is relative (wei, below zero takes), so that it means the same
 * on another branch; it never takes more than there is.
 */
export type JournaledStateChange = { address: Hex } & (
  | { kind: "give"; amount: bigint }
  | { kind: "code"; code: Hex }
  | { kind: "storage"; slot: Hex; value: Hex }
);

/** What an operator tells the next block alone; wei per gas. */
export type NextBlockInput = { baseFee?: bigint; prevRandao?: Hex };

/** What becomes of the transactions of removed blocks: mined again at once, gone, or back in the pool. */
export type ReorgTransactions = "keep" | "drop" | "delay";

/** A JSON-RPC error with geth's code and wording; `data` is the revert data where there is some. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.data = data;
  }
}

/**
 * One network. All methods that change it are called by the loop alone, one at a time; `request` may be called by
 * anybody at any time and waits while a reorg is being made, so nobody sees half a branch.
 */
export type Chain = {
  readonly definition: ChainDefinition;
  /** A reading JSON-RPC call. Methods that would change the chain throw an assertion. Errors are `RpcError`. */
  request<T = unknown>(method: string, parameters?: readonly unknown[]): Promise<T>;
  /** Puts a signed transaction into the pool (engine and row). Throws `RpcError` when the engine refuses it. */
  submit(raw: Hex): Promise<Hex>;
  /**
   * Takes a waiting transaction out of the pool (engine and row); false when it was not there. `also` writes what it means
   * to others in the transaction of its row.
   */
  drop(hash: Hex, also?: () => void): Promise<boolean>;
  /** How many waiting transactions the next block would take (a nonce gap does not count). Synchronous: counted in rows. */
  readonly waiting: number;
  readonly head: Head;
  /**
   * Mines one block with all that waits (`empty`: with nothing of it) at max(parent, atMs floored to the second). Intent is
   * written first.
   */
  produce(atMs: number, options?: { empty: boolean }): Promise<MinedBlock>;
  /** Wei per gas that the next block asks for. */
  readonly baseFee: bigint;
  /** Sets the base fee of every block from the next one on. Wei per gas. */
  setBaseFee(wei: bigint): void;
  /** Sets what holds for the next block alone. Throws `RpcError` for randomness that the chain has had. */
  setOnce(order: NextBlockInput): void;
  /** Writes that a mined block is done; called inside the transaction that applies the block's effects. */
  finish(block: MinedBlock): void;
  /** Removes `depth` blocks and mines as many new ones with other hashes. Nothing of it is applied yet. */
  reorg(depth: number, transactions: ReorgTransactions): Promise<{ removed: Hex[]; added: MinedBlock[] }>;
  /** The deepest reorg that can be made now. */
  readonly deepestReorg: number;
  /** Gives native coin out of nothing, as a journaled act with its place in the order. Wei. */
  grant(address: Hex, amount: bigint): Promise<void>;
  /**
   * Changes the state at the head, as a journaled act with its place in the order; `also` writes what it means to others in
   * the transaction of its row. Throws `RpcError` when the engine refuses.
   */
  changeState(act: JournaledStateChange, also?: () => void): Promise<void>;
  /** True when a change was cut off halfway, for one because the disk was full: then `mend` comes before any other change. */
  readonly needsRepair: boolean;
  /**
   * Takes engine and pool to where the journal ends, as a start would; answers the blocks that were begun and whose effects
   * are not written yet. Also for blocks that were mined and whose effects could not be written.
   */
  repair(): Promise<MinedBlock[]>;
  /** The canonical block at a height as this chain stored it, or undefined. */
  blockAt(height: number): MinedBlock | undefined;
  /** Height of the last block with a transaction, or undefined before the first one. */
  readonly lastFilled: number | undefined;
  /** The first nonce that no mined or waiting transaction of the address has. */
  freeNonce(address: Hex): Promise<number>;
};

/** All networks of one world, in catalogue order. */
export type Chains = {
  readonly all: readonly Chain[];
  /** By symbol; an unknown one is our own mistake. */
  get(symbol: string): Chain;
  /**
   * Takes the running engines to where the journal in another database of the same genesis ends, and answers the chains
   * of that world. These ones are over then: they can only be reopened or closed.
   */
  reopen(database: Database): Promise<OpenedChains>;
  close(): Promise<void>;
};

/** `unfinished`: blocks that were mined (again) and whose effects are not written yet, lowest first on each network. */
export type OpenedChains = { chains: Chains; unfinished: MinedBlock[] };

/** Balances given in block 0: address → native wei, and minted token base units by token symbol. */
export type GenesisFunding = readonly { address: Hex; native: bigint; tokens: Readonly<Record<string, bigint>> }[];
