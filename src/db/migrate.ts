// Numbered migrations: each one transaction with its version bump; a newer database is refused by older code.
import { readdirSync, readFileSync } from "node:fs";
import { assert } from "../kernel/assert.ts";
import type { Database } from "./database.ts";

const FOLDER = new URL("./migrations/", import.meta.url);
const FILE_NAME = /^(\d{4})-[a-z-]+\.sql$/;

/** Brings the schema to the newest version; answers that version. */
export function migrate(database: Database): number {
  database.script("create table if not exists schema_version (version integer not null) strict");
  const current = database.get<{ version: number }>("select max(version) as version from schema_version")?.version ?? 0;
  const files = migrations();
  const newest = files.at(-1)?.version ?? 0;
  assert(current <= newest, "this database was written by a newer version: update crypto-payment-sandbox", {
    current,
    newest,
  });
  for (const { version, sql } of files) {
    if (version <= current) continue;
    database.transaction(() => {
      database.script(sql);
      database.run("insert into schema_version (version) values (:version)", { version });
    });
  }
  return newest;
}

function migrations(): { version: number; sql: string }[] {
  return readdirSync(FOLDER)
    .toSorted()
    .flatMap((name) => {
      const version = FILE_NAME.exec(name)?.[1];
      return version === undefined
        ? []
        : [{ version: Number(version), sql: readFileSync(new URL(name, FOLDER), "utf8") }];
    });
}
