// The port of a simulated chain: the interface that the rest of the sandbox uses. Implemented by producer.ts on simulated.ts.
import type { Database } from "../db/database.ts";
import type { ChainDefinition } from "./catalogue.ts";
import type { Engine } from "./engine/engine.ts";
import type { ReadBlock } from "./engine/recent-blocks.ts";
import type { BaseFeeMode } from "./inputs/base-fee.ts";
import type { WaitingTransaction } from "./transaction-pool.ts";

export type Hex = `0x${string}`;

/** All inputs of one block, so that a replay gives the same hash (R-162…R-166). */
export type BlockInputs = {
  height: number;
  /** Unix seconds. */
  timestamp: number;
  prevRandao: Hex;
  /** Wei per gas. */
  baseFee: bigint;
  /** Hashes of the transactions in mining order; the signed bytes are in the journal. */
  transactionHashes: readonly Hex[];
};

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
 * A state change made without a transaction. `give` is relative (wei, negative takes away), so that it means the same on
 * another branch; the balance never falls below zero.
 */
export type JournaledStateChange = { address: Hex } & (
  | { kind: "give"; amount: bigint }
  | { kind: "code"; code: Hex }
  | { kind: "storage"; slot: Hex; value: Hex }
);

/** Inputs that an operator sets for the next block only. `baseFee` in wei per gas. */
export type NextBlockInput = { baseFee?: bigint; prevRandao?: Hex };

/**
 * What a call sees of the block that would be mined next. `timestamp` in Unix seconds, never below the head's; `baseFee` in
 * wei per gas; without `baseFee` and `prevRandao` those that the next block will have.
 */
export type NextBlockEnvironment = { timestamp: number; baseFee?: bigint; prevRandao?: Hex };

/** The engine during a dry run. `setNextBlock`: what calls on `pending` see, until a block is mined. */
export type DryRun = { engine: Engine; setNextBlock(environment: NextBlockEnvironment): Promise<void> };

/** Where a reorg puts the transactions of the removed blocks: into the new blocks, nowhere, or back into the pool. */
export type ReorgTransactions = "keep" | "drop" | "delay";

/** A transaction as a client gives it to a node: signed bytes; of an impersonated account unsigned ones and whose they are. */
export type Submission = Hex | { sender: Hex; unsigned: Hex };

/**
 * `empty`: waiting transactions stay in the pool. `isManaged`: senders (lower-case) that nobody may impersonate any more; what waits
 * of them is dropped. `isFollowed`: asked when one transaction waits alone; an empty block is mined with its block then.
 */
export type BlockOptions = {
  empty: boolean;
  isManaged?: (sender: Hex) => boolean;
  isFollowed?: (only: TransactionCall) => boolean;
};

/** What a transaction calls; `to` is null for a creation, `sender` undefined while nobody has recovered it. */
export type TransactionCall = Pick<WaitingTransaction, "hash" | "to" | "input"> & { sender?: Hex };

/** A transaction in the first of the blocks that were mined for it. */
export type OfferedBlocks = { hash: Hex; blocks: MinedBlock[] };

/** A JSON-RPC error with geth's code and wording; `data` is the revert data, if any. */
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
 * One network. Only the loop calls the methods that change it, one at a time. `request` may be called at any time and
 * waits while a reorg runs, so that no reader sees a half-replaced branch.
 */
export type Chain = {
  readonly definition: ChainDefinition;
  /** A read-only JSON-RPC call. Errors are `RpcError`. @throws AssertionFailure for a method that would change the chain */
  request<T = unknown>(method: string, parameters?: readonly unknown[]): Promise<T>;
  /** What was read of a block when it was mined; undefined for older blocks, and for those that a reorg removed. */
  justMined(hash: Hex): ReadBlock | undefined;
  /**
   * Asks the engine while its `pending` block has this environment, which `environment` gives for the head of that moment.
   * Nothing else changes the chain meanwhile, and nothing of it remains: a block that is mined later has its own inputs.
   * @throws AssertionFailure for a method that would change the chain; whatever `environment` throws
   */
  inNextBlock<T>(
    environment: (head: Head) => NextBlockEnvironment,
    ask: (request: Chain["request"]) => Promise<T>,
  ): Promise<T>;
  /** Works on the engine at the head and undoes everything, pool and next block included; changes and reads wait meanwhile. */
  dryRun<T>(work: (run: DryRun) => Promise<T>): Promise<T>;
  /** Puts a transaction into the pool (engine and row). Throws `RpcError` when the engine refuses it. */
  submit(transaction: Submission): Promise<Hex>;
  /**
   * Takes a waiting transaction out of the pool (engine and row); false when it was not there. `also` runs in the same
   * database transaction.
   */
  drop(hash: Hex, also?: () => void): Promise<boolean>;
  /** How many waiting transactions the next block would take; those after a nonce gap do not count. */
  readonly waiting: number;
  readonly head: Head;
  /**
   * Mines one block with all waiting transactions at max(parent, atMs floored to the second). The intent row is written first. Answers
   * the empty block too that was mined with it (`isFollowed`).
   */
  produce(atMs: number, options?: BlockOptions): Promise<MinedBlock[]>;
  /**
   * Mines the block of a signed transaction that was not submitted, at the time that `produce` gives it, with the empty one that follows
   * if `isFollowed`. Undefined when it has to be submitted: the engine would not take it into the next block, or something else waits.
   */
  produceOffered(
    raw: Hex,
    atMs: number,
    isFollowed: (call: TransactionCall) => boolean,
  ): Promise<OfferedBlocks | undefined>;
  /** Base fee of the next block, wei per gas. */
  readonly baseFee: bigint;
  readonly baseFeeMode: BaseFeeMode;
  /** Sets the base fee of the next block (wei per gas) and how it goes on: the same in every block, or by the load. Default: as now. */
  setBaseFee(wei?: bigint, mode?: BaseFeeMode): void;
  /** Sets inputs of the next block only. @throws RpcError for a prevRandao that an earlier block of the chain had */
  setOnce(input: NextBlockInput): void;
  /**
   * Marks a mined block as done; called inside the database transaction that applies the block's effects. `onTop`: no block at its
   * height or above it is done, so that none is looked for.
   */
  finish(block: MinedBlock, onTop?: boolean): void;
  /** Removes `depth` blocks and mines as many with other hashes; transactions `leftOut` are dropped. Their effects are not applied yet. */
  reorg(
    depth: number,
    transactions: ReorgTransactions,
    leftOut?: readonly Hex[],
  ): Promise<{ removed: Hex[]; added: MinedBlock[] }>;
  /** The greatest possible depth of a reorg now. */
  readonly deepestReorg: number;
  /** Creates native coin at an address, as a journaled state change. Wei. */
  grant(address: Hex, amount: bigint): Promise<void>;
  /**
   * Changes the state at the head and journals the change; `also` runs in the same database transaction. Throws `RpcError`
   * when the engine refuses.
   */
  changeState(change: JournaledStateChange, also?: () => void): Promise<void>;
  /** True when a change was interrupted, for example by a full disk: then `repair` has to come before any other change. */
  readonly needsRepair: boolean;
  /**
   * Brings engine and pool to the end of the journal, as a start does. Answers the blocks whose effects are not written yet
   * including those that were mined and whose effects could not be written.
   */
  repair(): Promise<MinedBlock[]>;
  /** The canonical block at a height, from the journal, or undefined. */
  blockAt(height: number): MinedBlock | undefined;
  /** Height of the last block with a transaction, or undefined before the first one. */
  readonly lastFilled: number | undefined;
  /** The lowest nonce that no mined or waiting transaction of the address uses. */
  freeNonce(address: Hex): Promise<number>;
};

/** All networks of one world, in catalogue order. */
export type Chains = {
  readonly all: readonly Chain[];
  /** By symbol. @throws AssertionFailure for an unknown one */
  get(symbol: string): Chain;
  /**
   * Brings the running engines to the end of the journal of another database with the same genesis and answers the chains
   * of that world. After that this object can only be reopened or closed.
   */
  reopen(database: Database): Promise<OpenedChains>;
  close(): Promise<void>;
};

/** `unfinished`: mined blocks whose effects are not written yet, lowest first on each network. */
export type OpenedChains = { chains: Chains; unfinished: MinedBlock[] };

/** Balances of block 0: address → native wei, and minted token base units by token symbol. */
export type GenesisFunding = readonly { address: Hex; native: bigint; tokens: Readonly<Record<string, bigint>> }[];
