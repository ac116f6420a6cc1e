// Answers of queries that stay valid until a statement writes one of the tables that they read.

/** Beyond this number all are forgotten: filters of clients combine in endless ways. */
export const MAX_KEPT = 2_000;

/** `asOf`: the number of writes up to which the answer is known to hold. */
type Answer = { value: unknown; asOf: number };
/** By form: one row or all. */
type Kept = { tables: readonly string[]; get: Map<unknown, Answer>; all: Map<unknown, Answer> };

const READ_TABLE = /\b(?:from|join)\s+(\w+)/gi;
const WRITTEN_TABLE = /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+(\w+)/i;

/** The table that a statement writes; undefined when the text does not begin with it. No trigger of the schema writes. */
export function writtenTable(sql: string): string | undefined {
  return WRITTEN_TABLE.exec(sql)?.[1];
}

/** Which tables statements wrote, those of transactions that were rolled back included (D-70). */
export type Written = {
  /** The number of writing statements so far. */
  readonly count: number;
  /** The tables that were written after the statement `count`; undefined when it may be any. */
  since(count: number): string[] | undefined;
};

export class KeptAnswers implements Written {
  readonly #queries = new Map<string, Kept>();
  readonly #lastWrite = new Map<string, number>();
  #writes = 0;
  /** The last write of a table that is not known. */
  #lastOfAny = 0;
  #size = 0;

  get count(): number {
    return this.#writes;
  }

  since(count: number): string[] | undefined {
    if (this.#lastOfAny > count) return undefined;
    return [...this.#lastWrite].filter(([, last]) => last > count).map(([table]) => table);
  }

  /** The kept answer of a query, or the one that `ask` gives now, frozen: it is shared by all who ask. `form`: one row or all. */
  read<T>(form: "get" | "all", sql: string, parameters: object | undefined, ask: () => T): T {
    const kept = this.#queries.get(sql) ?? this.#begin(sql);
    const key = keyOf(parameters);
    const known = kept[form].get(key);
    if (known !== undefined && this.#isValid(kept, known)) return known.value as T;
    const value = frozen(ask());
    if (known === undefined && this.#size >= MAX_KEPT) {
      this.forget();
      return value;
    }
    if (known === undefined) this.#size += 1;
    kept[form].set(key, { value, asOf: this.#writes });
    return value;
  }

  /** Puts in the one row that the query would answer now, for who has just written it. */
  put(sql: string, parameters: object | undefined, row: object): void {
    const kept = this.#queries.get(sql);
    const known = kept?.get.get(keyOf(parameters));
    if (known === undefined) return;
    known.value = frozen(row);
    known.asOf = this.#writes;
  }

  /** A statement wrote `table`; undefined stands for any table. */
  wrote(table: string | undefined): void {
    this.#writes += 1;
    if (table === undefined) {
      this.#lastOfAny = this.#writes;
      this.forget();
    } else this.#lastWrite.set(table, this.#writes);
  }

  /** Forgets all: a transaction was rolled back, or the schema changed. */
  forget(): void {
    this.#queries.clear();
    this.#size = 0;
  }

  #begin(sql: string): Kept {
    const tables = [...sql.matchAll(READ_TABLE)].map(([, table]) => table as string);
    const kept: Kept = { tables, get: new Map(), all: new Map() };
    this.#queries.set(sql, kept);
    return kept;
  }

  #isValid({ tables }: Kept, answer: Answer): boolean {
    if (answer.asOf === this.#writes) return true;
    for (const table of tables) if ((this.#lastWrite.get(table) ?? 0) > answer.asOf) return false;
    answer.asOf = this.#writes;
    return true;
  }
}

/**
 * By the values: a query is always asked with the same names, in the same order. One alone, as most queries have, is its own key; of
 * several one text is made, in which texts have their length.
 */
function keyOf(parameters: object | undefined): unknown {
  let [key, count]: [unknown, number] = [undefined, 0];
  for (const name in parameters) {
    const value = (parameters as Record<string, unknown>)[name];
    count += 1;
    if (count === 1 && !(value instanceof Uint8Array)) key = value;
    else key = (count === 2 ? partOf(key) : String(key ?? "")) + partOf(value);
  }
  return key;
}

function partOf(value: unknown): string {
  return typeof value === "string" ? `${value.length}:${value}` : `${typeof value} ${String(value)};`;
}

/** Rows are flat, so one level deep is all of it. */
function frozen<T>(value: T): T {
  if (Array.isArray(value)) for (const row of value) Object.freeze(row);
  return Object.freeze(value);
}
