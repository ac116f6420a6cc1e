// Prepared statements by their SQL text, up to a limit.
import type Sqlite from "better-sqlite3";
import { BoundedMap } from "../kernel/bounded-map.ts";
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

/** What is read off a statement's text: the connections of all worlds of a process share it. */
type StatementText = { opaque: string; names: readonly string[]; writes: string | undefined };

const texts = new BoundedMap<string, StatementText>(MAX_STATEMENTS);

function readText(sql: string): StatementText {
  const { sql: opaque, names } = withOpaqueParameters(sql);
  return { opaque, names, writes: writtenTable(sql) };
}

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
    const { opaque, names, writes } = texts.getOrMake(sql, () => readText(sql));
    const statement = this.#sqlite.prepare(opaque);
    const prepared = { statement, names, writes: statement.readonly ? (false as const) : writes };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
