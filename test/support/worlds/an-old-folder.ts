// A data folder as an older version left it, made from what `GET /admin/export` of that version answered.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { onTestFinished } from "vitest";
import { Database } from "../../../src/db/database.ts";
import { type Dump, undump } from "../../../src/db/dump.ts";
import { migrate } from "../../../src/db/migrate.ts";

export type OldWorld = Dump & { schema: number };

/** Unpacks `world` (JSON, gzip) into a folder that the end of the test removes. `more` writes what else that version kept beside it. */
export function anOldFolder<World extends OldWorld>(
  world: URL,
  more: (data: string, db: Database) => void = () => {},
): { data: string; old: World } {
  const old = JSON.parse(gunzipSync(readFileSync(world)).toString("utf8")) as World;
  const folder = mkdtempSync(join(tmpdir(), "old-world-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, "world");
  mkdirSync(data, { mode: 0o700 });
  const db = new Database(join(data, "world-1.sqlite"));
  migrate(db, old.schema);
  undump(db, old);
  more(data, db);
  db.close();
  return { data, old };
}
