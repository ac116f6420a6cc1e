// The pragmas of every connection, and the durability of a commit that they give.

/** `normal`: commits survive any end of the process. `full`: a loss of power too. */
export type Durability = "normal" | "full";

/** The pragmas of every open, read back after setting. A database in memory differs in its journal mode only. */
export function pragmasOf(use: Durability | "reading"): readonly (readonly [string, string, number])[] {
  return [
    use === "full" ? ["synchronous", "FULL", 2] : ["synchronous", "NORMAL", 1],
    ["foreign_keys", "ON", 1],
    ["busy_timeout", "5000", 5000],
    ["trusted_schema", "OFF", 0],
    ["cell_size_check", "ON", 1],
  ];
}

/** The bytes of the database header that hold the journal mode, and their value for a rollback journal. */
export const FORMAT_BYTES = [18, 20] as const;
export const ROLLBACK_FORMAT = 1;
