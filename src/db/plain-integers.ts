// Integers from the database as JavaScript numbers, exact or an error.
import { assert } from "../kernel/assert.ts";

/** Replaces bigint columns by numbers; one above 2^53 is an error, never a rounded number. */
export function plainIntegers(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) {
    const value = row[name];
    if (typeof value !== "bigint") continue;
    const number = Number(value);
    assert(Number.isSafeInteger(number), "an integer column holds more than 2^53", { name, value });
    row[name] = number;
  }
  return row;
}
