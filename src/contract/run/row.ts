// Readings that are played together, as texts `name=value`.

/** The values of each reading by its name, the default first. */
export type Factors = ReadonlyMap<string, readonly string[]>;

/** Values that are not the default, such as `record=top-level`; the empty row is the run without any change. */
export type Row = readonly string[];

/** The same for rows of the same values, in whatever order they stand. */
export function keyOf(row: Row): string {
  return row.toSorted().join(",");
}

/** The row without these values. */
export function without(row: Row, values: Row): Row {
  return row.filter((value) => !values.includes(value));
}

/** True when every value of `part` is in the row. */
export function contains(row: Row, part: Row): boolean {
  return part.every((value) => row.includes(value));
}
