// In-memory mirror of one engine's transaction pool, so that the loop can read it synchronously.
import type { Hex } from "viem";

/** One transaction of `eth_pendingTransactions`: it waits in the pool. Values in wei and gas, as hex quantities. */
export type PendingTransaction = {
  hash: Hex;
  from: Hex;
  to: Hex | null;
  nonce: Hex;
  value: Hex;
  gas: Hex;
  gasPrice?: Hex;
  maxFeePerGas?: Hex;
};

/** The members of a waiting transaction that decide whether the next block takes it. */
export type WaitingTransaction = {
  hash: Hex;
  sender: Hex;
  nonce: number;
  maxFeePerGas: bigint;
  /** Maximum cost in wei, value included. */
  cost: bigint;
  /** The receiver, null for a creation, and the call data. */
  to: Hex | null;
  input: Hex;
  /** True when it is unsigned: its sender was impersonated. */
  isUnlocked?: boolean;
};

export class TransactionPool {
  /** Transactions of removed blocks whose sender lacks funds until another transaction is mined; retried after each block. */
  readonly postponed = new Set<Hex>();
  readonly #byHash = new Map<Hex, WaitingTransaction>();
  readonly #nextNonce = new Map<Hex, number>();
  /** Base fee of the next block, wei per gas. */
  #baseFee: bigint;
  /** Set when a block took none of the transactions that counted as ready: `ready` is 0 until the pool changes. */
  #stalled = false;
  #ready: number | undefined;

  constructor(baseFee: bigint) {
    this.#baseFee = baseFee;
  }

  /** Hashes in order of arrival. */
  get hashes(): Hex[] {
    return [...this.#byHash.keys()];
  }

  /** The unsigned ones. */
  get unlocked(): WaitingTransaction[] {
    return [...this.#byHash.values()].filter(({ isUnlocked }) => isUnlocked);
  }

  get senders(): Hex[] {
    return [...this.#nextNonce.keys()];
  }

  get isEmpty(): boolean {
    return this.#byHash.size === 0 && this.postponed.size === 0;
  }

  /** The waiting transaction, when there is one only and the next block takes it. */
  get only(): WaitingTransaction | undefined {
    if (this.#byHash.size !== 1 || this.postponed.size > 0 || this.ready !== 1) return undefined;
    return this.#byHash.values().next().value;
  }

  /** How many the next block would take: nonces without a gap, fees at or above the base fee. */
  get ready(): number {
    this.#ready ??= this.#stalled ? 0 : this.#countReady();
    return this.#ready;
  }

  /** Maximum cost in wei of the sender's other waiting transactions. */
  costBeside({ sender, nonce }: WaitingTransaction): bigint {
    let cost = 0n;
    for (const other of this.#byHash.values()) if (other.sender === sender && other.nonce !== nonce) cost += other.cost;
    return cost;
  }

  /** The waiting transaction with the same sender and nonce. */
  sameNonce({ sender, nonce, hash }: WaitingTransaction): Hex | undefined {
    for (const other of this.#byHash.values()) {
      if (other.sender === sender && other.nonce === nonce && other.hash !== hash) return other.hash;
    }
    return undefined;
  }

  /** The lowest nonce from `next` on that none of the sender's waiting transactions uses. */
  freeNonce(sender: Hex, next: number): number {
    const own = [...this.#byHash.values()].filter((waiting) => waiting.sender === sender.toLowerCase());
    const taken = new Set(own.map(({ nonce }) => nonce));
    let free = next;
    while (taken.has(free)) free += 1;
    return free;
  }

  /** Adds a transaction; answers the hash of the one with the same sender and nonce that it replaces. */
  add(transaction: WaitingTransaction, nextNonce: number): Hex | undefined {
    const replaced = this.sameNonce(transaction);
    if (replaced !== undefined) this.#byHash.delete(replaced);
    this.#byHash.set(transaction.hash, transaction);
    this.#nextNonce.set(transaction.sender, nextNonce);
    this.#changed();
    return replaced;
  }

  remove(hashes: readonly Hex[]): void {
    for (const hash of hashes) {
      this.#byHash.delete(hash);
      this.postponed.delete(hash);
    }
    const senders = new Set([...this.#byHash.values()].map(({ sender }) => sender));
    for (const sender of this.#nextNonce.keys()) if (!senders.has(sender)) this.#nextNonce.delete(sender);
    this.#changed();
  }

  setNextNonce(sender: Hex, nonce: number): void {
    this.#nextNonce.set(sender, nonce);
    this.#changed();
  }

  clear(): void {
    this.postponed.clear();
    this.#byHash.clear();
    this.#nextNonce.clear();
    this.#changed();
  }

  setBaseFee(wei: bigint): void {
    if (wei === this.#baseFee) return;
    this.#baseFee = wei;
    this.#changed();
  }

  stall(): void {
    this.#stalled = true;
    this.#ready = undefined;
  }

  #changed(): void {
    this.#stalled = false;
    this.#ready = undefined;
  }

  #countReady(): number {
    const affordable = [...this.#byHash.values()].filter(({ maxFeePerGas }) => maxFeePerGas >= this.#baseFee);
    const next = new Map(this.#nextNonce);
    let count = 0;
    for (const { sender, nonce } of affordable.toSorted((a, b) => a.nonce - b.nonce)) {
      if (next.get(sender) !== nonce) continue;
      next.set(sender, nonce + 1);
      count += 1;
    }
    return count;
  }
}
