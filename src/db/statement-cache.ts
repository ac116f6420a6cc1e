// Prepared statements by their SQL text, up to a limit.
import type Sqlite from "better-sqlite3";
import { writtenTable } from "./kept-answers.ts";
import { withOpaqueParameters } from "./opaque-parameters.ts";

/** Filters of clients combine in endless ways: beyond this number the oldest prepared statement is dropped. */
export const MAX_STATEMENTS = 1_000;

/**
 * `names`: of the values to bind, in order. `writes`: false for a statement that only reads, else the table that it writes, or undefined
 * when that is not known.
 */
export type PreparedStatement = {
  statement: Sqlite.Statement;
  names: readonly string[];
  writes: string | undefined | false;
};

export class StatementCache {
  readonly #sqlite: Sqlite.Database;
  readonly #statements = new Map<string, PreparedStatement>();

  constructor(sqlite: Sqlite.Database) {
    this.#sqlite = sqlite;
  }

  get size(): number {
    return this.#statements.size;
  }

  /** The prepared statement of `sql`, whose parameters are hidden from the planner. */
  of(sql: string): PreparedStatement {
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      const opaque = withOpaqueParameters(sql);
      const statement = this.#sqlite.prepare(opaque.sql);
      prepared = { statement, names: opaque.names, writes: statement.readonly ? false : writtenTable(sql) };
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined && this.#statements.size >= MAX_STATEMENTS) this.#statements.delete(oldest);
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }
}
