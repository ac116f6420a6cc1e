// The current world of a sandbox from its export, to compare two worlds, or one at two times.
import { Database } from "../../../src/db/database.ts";
import { undump } from "../../../src/db/dump.ts";
import { migrate } from "../../../src/db/migrate.ts";
import type { ASandbox } from "../a-sandbox.ts";
import { type Digest, digestOf } from "./a-digest.ts";

/** Every table as readable lines, without values that depend on the wall clock. */
export async function digestNow({ control }: Pick<ASandbox, "control">): Promise<Digest> {
  const db = new Database(":memory:");
  try {
    migrate(db);
    undump(db, await control("GET", "/export"));
    return digestOf(db);
  } finally {
    db.close();
  }
}
