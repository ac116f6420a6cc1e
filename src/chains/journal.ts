// SQL of the journal of one network: blocks with their inputs, the transaction pool, state changes.
import type { Database } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { type BlockRow, toBlock, toInputs } from "./block-record.ts";
import type { BlockInputs, Hex, JournaledStateChange, MinedBlock } from "./chain.ts";
import type { BlockLoad } from "./inputs/base-fee.ts";
import { NextBlock } from "./inputs/next-block.ts";
import { OfferedTransactions } from "./inputs/offered-transactions.ts";

/** A waiting or mined transaction: its signed bytes by its hash; with a `sender` they are unsigned (impersonation). */
export type JournaledTransaction = { hash: Hex; raw: Hex; sender: Hex | null };

/** A canonical block with its inputs. */
export type JournaledBlock = { inputs: BlockInputs; block: MinedBlock };

export class Journal {
  readonly network: string;
  readonly offered: OfferedTransactions;
  readonly #db: Database;

  constructor(db: Database, network: string) {
    this.#db = db;
    this.network = network;
    this.offered = new OfferedTransactions(db, network);
  }

  /** Runs several statements in one database transaction. */
  write<T>(work: () => T extends PromiseLike<unknown> ? never : T): T {
    return this.#db.transaction(work);
  }

  /** Base fee and randomness of the next block; `defaultBaseFee` in wei per gas, `load` of the head. */
  nextBlock(defaultBaseFee: string, load: () => BlockLoad): NextBlock {
    return new NextBlock(this.#db, this.network, defaultBaseFee, load);
  }

  /** Genesis digest and engine of the chain, or undefined before its first start. */
  genesis(): { digest: string; engine: string } | undefined {
    return this.#db.get("select digest, engine from chain_genesis where network = :network", { network: this.network });
  }

  insertGenesis(digest: string, engine: string): void {
    const sql = "insert into chain_genesis (network, digest, engine) values (:network, :digest, :engine)";
    this.#db.run(sql, { network: this.network, digest, engine });
  }

  // ---- blocks

  /** Number of blocks ever begun on this chain, orphaned ones included; numbers the random values of blocks. */
  blocksBegun(): number {
    const sql = "select count(*) as count from block where network = :network";
    return this.#db.get<{ count: number }>(sql, { network: this.network })?.count ?? 0;
  }

  /** True when any block of the chain, orphaned ones included, had this prevRandao. */
  hadPrevRandao(value: Hex): boolean {
    const sql = "select 1 as found from block where network = :network and prev_randao = :value limit 1";
    return this.#db.get(sql, { network: this.network, value: value.toLowerCase() }) !== undefined;
  }

  insertIntent(inputs: BlockInputs): void {
    this.#db.run(
      `insert into block (network, height, timestamp, prev_randao, base_fee, transactions, state)
       values (:network, :height, :timestamp, :prevRandao, :baseFee, :transactions, 'intent')`,
      {
        network: this.network,
        height: inputs.height,
        timestamp: inputs.timestamp,
        prevRandao: inputs.prevRandao,
        baseFee: inputs.baseFee.toString(),
        transactions: JSON.stringify(inputs.transactionHashes),
      },
    );
  }

  /** Inputs of the blocks that were begun and not marked as done, lowest first. */
  intents(): BlockInputs[] {
    const sql = "select * from block where network = :network and state = 'intent' order by height";
    return this.#db.all<BlockRow>(sql, { network: this.network }).map(toInputs);
  }

  /**
   * Turns the intent at the block's height into the canonical block; canonical blocks there and above become orphaned.
   * `onTop`: there are none.
   */
  finish(block: MinedBlock, onTop: boolean): void {
    assert(this.#db.inTransaction, "a block is done in the transaction of its effects", { number: block.number });
    const key = { network: this.network, height: block.number };
    const { hash, parentHash, transactionHashes } = block;
    const orphan =
      "update block set state = 'orphaned' where network = :network and height >= :height and state = 'done'";
    if (!onTop) this.#db.run(orphan, key);
    const changed = this.#db.run(
      `update block set state = 'done', hash = :hash, parent_hash = :parentHash, transactions = :transactions
       where network = :network and height = :height and state = 'intent'`,
      { ...key, hash, parentHash, transactions: JSON.stringify(transactionHashes) },
    );
    assert(changed === 1, "a block that is marked as done has an intent", key);
    for (const mined of transactionHashes) this.#setState(mined, "mined");
  }

  blockAt(height: number): MinedBlock | undefined {
    const sql = "select * from block where network = :network and height = :height and state = 'done'";
    const row = this.#db.get<BlockRow>(sql, { network: this.network, height });
    return row === undefined ? undefined : toBlock(this.network, row);
  }

  /** Height of the last canonical block; 0 before the first. */
  height(): number {
    const sql = "select max(height) as height from block where network = :network and state = 'done'";
    return this.#db.get<{ height: number | null }>(sql, { network: this.network })?.height ?? 0;
  }

  /** Height of the last canonical block with a transaction. */
  lastFilled(): number | undefined {
    const sql = `select height from block where network = :network and state = 'done' and transactions <> '[]'
                 order by height desc limit 1`;
    return this.#db.get<{ height: number }>(sql, { network: this.network })?.height;
  }

  /** Canonical blocks from `height` on, lowest first, at most `limit`. */
  blocksFrom(height: number, limit: number): JournaledBlock[] {
    const sql =
      "select * from block where network = :network and height >= :height and state = 'done' order by height limit :limit";
    const rows = this.#db.all<BlockRow>(sql, { network: this.network, height, limit });
    return rows.map((row) => ({ inputs: toInputs(row), block: toBlock(this.network, row) }));
  }

  // ---- transactions

  /** Appends a transaction to the pool; `replaced` ones leave it. */
  insertWaiting(transaction: JournaledTransaction, replaced: readonly Hex[]): void {
    this.#db.run(
      `insert into chain_transaction (network, hash, raw, sender, sequence, state)
       values (:network, :hash, :raw, :sender, ${NEXT_SEQUENCE}, 'waiting')
       on conflict (network, hash) do update set state = 'waiting', sequence = excluded.sequence`,
      { network: this.network, ...transaction },
    );
    this.markGone(replaced);
  }

  /** Appends mined transactions to the pool again, in this order. */
  markWaiting(hashes: readonly Hex[]): void {
    for (const hash of hashes) {
      const sql = `update chain_transaction set state = 'waiting', sequence = ${NEXT_SEQUENCE}
                   where network = :network and hash = :hash`;
      this.#db.run(sql, { network: this.network, hash });
    }
  }

  markGone(hashes: readonly Hex[]): void {
    for (const hash of hashes) this.#setState(hash, "gone");
  }

  /** Hashes of the pool, oldest first. */
  waiting(): Hex[] {
    const sql = "select hash from chain_transaction where network = :network and state = 'waiting' order by sequence";
    return this.#db.all<{ hash: Hex }>(sql, { network: this.network }).map(({ hash }) => hash);
  }

  transaction(hash: Hex): JournaledTransaction {
    const sql = "select hash, raw, sender from chain_transaction where network = :network and hash = :hash";
    const row = this.#db.get<JournaledTransaction>(sql, { network: this.network, hash });
    assert(row !== undefined, "the journal has the bytes of a block's transactions", { network: this.network, hash });
    return row;
  }

  #setState(hash: Hex, state: "mined" | "gone"): void {
    const sql = "update chain_transaction set state = :state where network = :network and hash = :hash";
    this.#db.run(sql, { network: this.network, hash, state });
  }

  // ---- state changes

  /** Appends a state change made while the head was at `height`. */
  insertStateChange(height: number, { kind, address, ...detail }: JournaledStateChange): void {
    const text = JSON.stringify(detail, (_name, value) => (typeof value === "bigint" ? value.toString() : value));
    this.#db.run(
      `insert into chain_act (network, height, kind, address, detail)
       values (:network, :height, :kind, :address, :detail)`,
      { network: this.network, height, kind, address, detail: text },
    );
  }

  /** The state changes made while the head was at `height`, in order. */
  stateChangesAt(height: number): JournaledStateChange[] {
    const sql = "select kind, address, detail from chain_act where network = :network and height = :height order by id";
    const rows = this.#db.all<{ kind: string; address: Hex; detail: string }>(sql, { network: this.network, height });
    return rows.map(({ kind, address, detail }) => {
      const { amount, ...rest } = JSON.parse(detail) as { amount?: string };
      return { kind, address, ...rest, ...(amount && { amount: BigInt(amount) }) } as JournaledStateChange;
    });
  }
}

const NEXT_SEQUENCE =
  "(select coalesce(max(sequence), 0) + 1 from chain_transaction where network = :network and state = 'waiting')";
