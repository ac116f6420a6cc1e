// A ring: the last N rows in the order in which they came, with the bytes that they take.
import { assert } from "../../kernel/assert.ts";

export class Ring<Row extends { readonly size: number }> {
  readonly #limit: number;
  readonly #dropped: (row: Row) => void;
  #rows: Row[] = [];
  /** Rows before this index are gone. */
  #first = 0;
  #bytes = 0;

  /** `limit`: rows, at least 1. `dropped`: called with each row that leaves. */
  constructor(limit: number, dropped: (row: Row) => void = () => {}) {
    assert(limit >= 1, "a ring holds at least one row", { limit });
    this.#limit = limit;
    this.#dropped = dropped;
  }

  get length(): number {
    return this.#rows.length - this.#first;
  }

  /** Estimated bytes of all rows. */
  get bytes(): number {
    return this.#bytes;
  }

  push(row: Row): void {
    this.#rows.push(row);
    this.#bytes += row.size;
    if (this.length > this.#limit) this.dropOldest();
  }

  dropOldest(): void {
    const row = this.#rows[this.#first];
    if (row === undefined) return;
    this.#bytes -= row.size;
    this.#dropped(row);
    this.#first += 1;
    // What is gone is let go at once in the books, and in memory when it is as much as what is left.
    if (this.#first * 2 >= this.#rows.length) {
      this.#rows = this.#rows.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Keeps only the rows that `isKept` names. */
  retain(isKept: (row: Row) => boolean): void {
    const kept: Row[] = [];
    for (const row of this.#rows.slice(this.#first)) {
      if (isKept(row)) kept.push(row);
      else this.#dropped(row);
    }
    this.#rows = kept;
    this.#first = 0;
    this.#bytes = this.#rows.reduce((sum, { size }) => sum + size, 0);
  }

  *newestFirst(): Generator<Row> {
    for (let at = this.#rows.length - 1; at >= this.#first; at -= 1) yield this.#rows[at] as Row;
  }
}
