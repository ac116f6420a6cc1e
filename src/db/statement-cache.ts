// Prepared statements by their SQL text, up to a limit.
import type Sqlite from "better-sqlite3";
import { withOpaqueParameters } from "./opaque-parameters.ts";

/** Filters of clients combine in endless ways: beyond this number the oldest prepared statement is dropped. */
export const MAX_STATEMENTS = 1_000;

export class StatementCache {
  readonly #sqlite: Sqlite.Database;
  readonly #statements = new Map<string, Sqlite.Statement>();

  constructor(sqlite: Sqlite.Database) {
    this.#sqlite = sqlite;
  }

  get size(): number {
    return this.#statements.size;
  }

  /** The prepared statement of `sql`, whose parameters are hidden from the planner. */
  of(sql: string): Sqlite.Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#sqlite.prepare(withOpaqueParameters(sql));
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined && this.#statements.size >= MAX_STATEMENTS) this.#statements.delete(oldest);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
