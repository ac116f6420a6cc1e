// The SQLite connection: prepared statements with bound parameters, synchronous transactions, and listeners after each commit.
import type Sqlite from "better-sqlite3";
import { assert } from "../kernel/assert.ts";
import { Problem } from "../kernel/problem.ts";
import { countCommit } from "./commit-count.ts";
import { KeptAnswers, type Written } from "./kept-answers.ts";
import { valuesOf } from "./opaque-parameters.ts";
import { isInMemory, openSqlite } from "./open-sqlite.ts";
import { plainIntegers } from "./plain-integers.ts";
import { type Durability, FORMAT_BYTES, ROLLBACK_FORMAT } from "./pragmas.ts";
import { sizesOf } from "./sizes.ts";
import { StatementCache } from "./statement-cache.ts";
import { asStorageFault, withStorageFault } from "./storage-fault.ts";

/** A value that can be bound or read. Money is stored as decimal text, so every integer is a safe one. */
export type SqlValue = string | number | bigint | Buffer | null;
export type Parameters = Readonly<Record<string, SqlValue>>;

/** Refuses promises at compile time. */
type Synchronous<T> = T extends PromiseLike<unknown> ? never : T;

export class Database {
  readonly #sqlite: Sqlite.Database;
  readonly #statements: StatementCache;
  readonly #kept = new KeptAnswers();
  readonly #isInMemory: boolean;
  readonly #listeners: Record<"beforeCommit" | "commit" | "rollback", (() => void)[]>;
  #onCounted: ((commits: number) => void) | undefined;
  // SQLite is asked across a native boundary, and every statement would ask: these two are kept here.
  #open = true;
  #inTransaction = false;
  readonly #immediately: (work: () => unknown) => unknown;

  /**
   * Opens a file, an empty database in memory (`:memory:`), or the bytes of one, in memory too.
   * `reading`: an existing file, without a write to it, not even a checkpoint of its write-ahead log.
   */
  constructor(source: string | Buffer, use: Durability | "reading" = "normal") {
    this.#isInMemory = isInMemory(source);
    this.#sqlite = openSqlite(source, use);
    this.#statements = new StatementCache(this.#sqlite);
    this.#listeners = { beforeCommit: [], commit: [], rollback: [] };
    this.#immediately = this.#sqlite.transaction((work: () => unknown) => work()).immediate;
  }

  /** All rows of a query. */
  all<Row>(sql: string, parameters: Parameters = {}): Row[] {
    return (this.#execute("all", sql, parameters) as Record<string, unknown>[]).map(plainIntegers) as Row[];
  }

  /** The first row, or undefined. */
  get<Row>(sql: string, parameters: Parameters = {}): Row | undefined {
    const row = this.#execute("get", sql, parameters) as Record<string, unknown> | undefined;
    return row && (plainIntegers(row) as Row);
  }

  /** As `all`, for what is asked more often than written: from memory until one of its tables is written. Rows are frozen. */
  keptAll<Row>(sql: string, parameters?: Parameters): readonly Row[] {
    return this.#kept.read("all", sql, parameters, () => this.all<Row>(sql, parameters));
  }

  /** As `get`, kept as by `keptAll`. */
  keptGet<Row>(sql: string, parameters?: Parameters): Row | undefined {
    return this.#kept.read("get", sql, parameters, () => this.get<Row>(sql, parameters));
  }

  /** Makes `row` the kept answer of `keptGet`: for who has just written exactly that row. */
  putKept(sql: string, parameters: Parameters | undefined, row: object): void {
    this.#kept.put(sql, parameters, row);
  }

  /** Runs a writing statement and returns how many rows it changed. */
  run(sql: string, parameters: Parameters = {}): number {
    return (this.#execute("run", sql, parameters) as Sqlite.RunResult).changes;
  }

  /** Changes with every write. Undefined in a transaction, which may be rolled back. */
  get changes(): number | undefined {
    return this.#inTransaction ? undefined : this.#kept.count;
  }

  /** Which tables have been written: worked out from what every write notes anyway. */
  get written(): Written {
    return this.#kept;
  }

  /** Runs several statements without parameters (schema changes only). */
  script(sql: string): void {
    this.#kept.wrote(undefined);
    withStorageFault(() => this.#sqlite.exec(sql), this.#isInMemory);
  }

  /** Runs `work` in one IMMEDIATE transaction, all or nothing; they do not nest. @throws StorageFault when the disk refuses */
  transaction<T>(work: () => Synchronous<T>): T {
    this.#assertOpen();
    assert(!this.#inTransaction, "a transaction does not open inside another");
    let commits = 0;
    let value: T | undefined;
    this.#inTransaction = true;
    try {
      this.#immediately(() => {
        const before = this.#kept.count;
        value = work() as T;
        const thenable = value !== null && typeof value === "object" && "then" in value;
        assert(!thenable, "a transaction does not wait for a promise");
        for (const listener of this.#listeners.beforeCommit) listener();
        if (this.#onCounted !== undefined && this.#kept.count > before)
          commits = countCommit(this.#sqlite, this.commits);
      });
    } catch (error) {
      this.#kept.forget();
      for (const listener of this.#listeners.rollback) listener();
      throw asStorageFault(error, this.#isInMemory);
    } finally {
      this.#inTransaction = false;
    }
    if (commits > 0) this.#onCounted?.(commits);
    for (const listener of this.#listeners.commit) listener();
    return value as T;
  }

  /** The number of counted commits, in the file header: neither a row nor an export contains it. */
  get commits(): number {
    return this.get<{ user_version: number }>("pragma user_version")?.user_version ?? 0;
  }

  /** From now on each writing transaction also increments the commit count; `onCounted` gets the count after the commit. */
  countCommitsIn(onCounted: (commits: number) => void): void {
    this.#onCounted = onCounted;
  }

  /** Bytes of the database and of its write-ahead log (0 without one). */
  sizes(): { database: number; wal: number } {
    this.#assertOpen();
    return sizesOf(this.#sqlite);
  }

  /** The number of cached prepared statements. */
  get preparedStatements(): number {
    return this.#statements.size;
  }

  get isOpen(): boolean {
    return this.#open;
  }
  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  /** Calls `listener` at the end of every transaction, before its commit. */
  beforeCommit(listener: () => void): void {
    this.#listeners.beforeCommit.push(listener);
  }

  /** Calls `listener` after every commit; this wakes the loop, so nothing polls. */
  onCommit(listener: () => void): void {
    this.#listeners.commit.push(listener);
  }

  /** Calls `listener` after every transaction that was rolled back. */
  onRollback(listener: () => void): void {
    this.#listeners.rollback.push(listener);
  }

  /** A copy of the whole database, as bytes that the constructor opens. */
  bytes(): Buffer {
    this.#assertOpen();
    assert(!this.#inTransaction, "a database is copied between two transactions");
    const bytes = this.#sqlite.serialize();
    // A copy in memory has no write-ahead log.
    bytes.fill(ROLLBACK_FORMAT, ...FORMAT_BYTES);
    return bytes;
  }

  /** Closes the connection; later calls throw serviceUnavailable, because their world has ended. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#sqlite.close();
  }

  #assertOpen(): void {
    if (this.#open) return;
    throw new Problem("serviceUnavailable", "the sandbox stopped, or its world was replaced: send the request again");
  }

  #execute(how: "all" | "get" | "run", sql: string, parameters: Parameters): unknown {
    this.#assertOpen();
    try {
      const { statement, names, writes } = this.#statements.of(sql);
      if (writes !== false) this.#kept.wrote(writes);
      return statement[how](valuesOf(parameters, names));
    } catch (error) {
      throw asStorageFault(error, this.#isInMemory);
    }
  }
}
