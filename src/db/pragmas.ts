// The settings of every connection, and how much they let a commit survive.

/** `normal`: what was committed survives the end of the process, however it ends. `full`: the loss of power too. */
export type Durability = "normal" | "full";

/** The pragmas of every open, read back after setting. Those of a memory database differ in the journal. */
export function pragmasOf(use: Durability | "reading"): readonly (readonly [string, string, number])[] {
  return [
    use === "full" ? ["synchronous", "FULL", 2] : ["synchronous", "NORMAL", 1],
    ["foreign_keys", "ON", 1],
    ["busy_timeout", "5000", 5000],
    ["trusted_schema", "OFF", 0],
    ["cell_size_check", "ON", 1],
  ];
}

/** Where the header of a database says how it is journaled, and the value for a rollback journal. */
export const FORMAT_BYTES = [18, 20] as const;
export const ROLLBACK_FORMAT = 1;
