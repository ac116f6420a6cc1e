// Which readings are played together: a covering array, so that a few runs meet every value, or every pair of values. Alone imports covertable.
import covertable from "covertable";
import { apart } from "./apart.ts";
import type { Factors, Row } from "./row.ts";

/** The package is CommonJS: Node gives all its exports as the default one, a test runner or bundler that looks into it the function itself. */
const make: typeof covertable.make = typeof covertable === "function" ? covertable : covertable.make;

/** `each`: every value is in a row (4 rows for the whole table); `pairs`: every two values of different readings are in a row together (about 20). */
export const STRENGTHS = ["each", "pairs"] as const;
export type Strength = (typeof STRENGTHS)[number];

const SIZE: Readonly<Record<Strength, number>> = { each: 1, pairs: 2 };

/**
 * The rows to play, each as the values that are not the default; the run without any change, which comes first anyway, is not among them
 * (C-31). The same input gives the same rows.
 * @param factors the values of each reading, the default first
 * @param shuffle a seed: another one gives other rows that cover as much
 */
export function cover(factors: Factors, strength: Strength, shuffle = 0): Row[] {
  const varying = [...factors].filter(([, values]) => values.length > 1);
  if (varying.length === 0) return [];
  // Numbers instead of names: a name such as "length" or "__proto__" must not mean anything to the library.
  const rows = make(
    varying.map(([, values]) => values.map((_, at) => at)),
    { length: Math.min(SIZE[strength], varying.length), seed: shuffle },
  );
  const named = rows
    .map((row) => varying.flatMap(([name, values], at) => (row[at] ? [`${name}=${values[row[at]]}`] : [])))
    .filter((row) => row.length > 0);
  // Every two values are together somewhere with `pairs`, and therefore apart elsewhere.
  return strength === "each" ? apart(named) : named;
}
