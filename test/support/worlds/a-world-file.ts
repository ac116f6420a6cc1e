// The current world of a sandbox from its export, to compare two worlds, or one at two times.
import { undump } from "../../../src/db/dump.ts";
import type { ASandbox } from "../a-sandbox.ts";
import { type Digest, digestOf } from "./a-digest.ts";
import { anEmptyDatabase } from "./an-empty-database.ts";

/** Every table as readable lines, without values that depend on the wall clock. */
export async function digestNow({ control }: Pick<ASandbox, "control">): Promise<Digest> {
  const db = anEmptyDatabase();
  try {
    undump(db, await control("GET", "/export"));
    return digestOf(db);
  } finally {
    db.close();
  }
}
