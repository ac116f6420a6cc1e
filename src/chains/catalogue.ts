// Reads chain/catalogue.json. Adding a network means adding one row there and nothing else (K-8).
import { readFileSync } from "node:fs";
import { assert } from "../kernel/assert.ts";
import type { ChainDefinition } from "./chain.ts";

const COMMITTED = new URL("../../chain/catalogue.json", import.meta.url);

/** The networks of a catalogue file, in file order. @throws AssertionFailure when a name or id occurs twice */
export function readCatalogue(file: URL = COMMITTED): ChainDefinition[] {
  const rows = JSON.parse(readFileSync(file, "utf8")) as ChainDefinition[];
  for (const name of ["network_id", "symbol", "eip155_id"] as const) {
    const values = new Set(rows.map((row) => row[name]));
    assert(values.size === rows.length && !values.has(undefined as never), "every network has its own name", { name });
  }
  return rows;
}
