// Prepared statements by their SQL text, up to a limit.
import type Sqlite from "better-sqlite3";
import { BoundedMap } from "../kernel/bounded-map.ts";
import { writtenTable } from "./kept-answers.ts";
import { withOpaqueParameters } from "./opaque-parameters.ts";

/** Filters of clients combine in endless ways: beyond this number the oldest prepared statement is dropped. */
export const MAX_STATEMENTS = 1_000;

/** `writes`: false for a statement that only reads, else the table that it writes, or undefined when that is not known. */
export type PreparedStatement = { statement: Sqlite.Statement; writes: string | undefined | false };

export class StatementCache {
  readonly #sqlite: Sqlite.Database;
  readonly #statements = new BoundedMap<string, PreparedStatement>(MAX_STATEMENTS);

  constructor(sqlite: Sqlite.Database) {
    this.#sqlite = sqlite;
  }

  get size(): number {
    return this.#statements.size;
  }

  /** The prepared statement of `sql`, whose parameters are hidden from the planner. */
  of(sql: string): PreparedStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#sqlite.prepare(withOpaqueParameters(sql));
    const prepared = { statement, writes: statement.readonly ? false : writtenTable(sql) } as const;
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
