// Numbered migrations: each one transaction with its version bump; a newer database is refused by older code.
import { readdirSync, readFileSync } from "node:fs";
import { assert } from "../kernel/assert.ts";
import { failpoint } from "../kernel/failpoint.ts";
import { lazy } from "../kernel/lazy.ts";
import type { Database } from "./database.ts";

const FOLDER = new URL("./migrations/", import.meta.url);
const FILE_NAME = /^(\d{4})-[a-z-]+\.sql$/;

/** The newest schema version of this code. */
export function newestSchema(): number {
  return migrations().at(-1)?.version ?? 0;
}

/** The schema version of a database; 0 before its first migration. */
export function schemaOf(database: Database): number {
  const known = database.get("select name from sqlite_schema where name = 'schema_version'") !== undefined;
  if (!known) return 0;
  return database.get<{ version: number | null }>("select max(version) as version from schema_version")?.version ?? 0;
}

/**
 * The statements that make what all migrations together make in an empty database; `npm run generate` writes them. Each migration reads
 * the whole schema again, so that one by one they take four times as long.
 */
const wholeSchema = lazy(() => readFileSync(new URL("./whole-schema.gen.sql", import.meta.url), "utf8"));

/** Gives an empty database the newest schema. */
export function createSchema(database: Database): void {
  assert(schemaOf(database) === 0, "only an empty database gets the whole schema");
  database.transaction(() => database.script(wholeSchema()));
}

/** What makes the schema of a database again. One without a world has no rows but these. */
export function schemaScript(database: Database): string {
  const made = database.all<{ sql: string }>(
    "select sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by rowid",
  );
  const versions = database.all<{ version: number }>("select version from schema_version order by rowid");
  const counters = database.all<{ name: string; seq: number }>("select name, seq from sqlite_sequence order by rowid");
  return [
    ...made.map(({ sql }) => sql),
    ...versions.map(({ version }) => `insert into schema_version (version) values (${version})`),
    ...counters.map(({ name, seq }) => `insert into sqlite_sequence (name, seq) values ('${name}', ${seq})`),
  ]
    .map((statement) => `${statement};\n`)
    .join("");
}

/** Migrates the schema to the newest version, or to `upTo` for a copy of an older version; returns the newest. */
export function migrate(database: Database, upTo: number = Number.POSITIVE_INFINITY): number {
  database.script("create table if not exists schema_version (version integer not null) strict");
  const current = schemaOf(database);
  const files = migrations();
  const newest = files.at(-1)?.version ?? 0;
  assert(current <= newest, "this database was written by a newer version: update crypto-payment-sandbox", {
    current,
    newest,
  });
  for (const { version, sql } of files) {
    if (version <= current || version > upTo) continue;
    database.transaction(() => {
      database.script(sql);
      failpoint("migrate.mid");
      database.run("insert into schema_version (version) values (:version)", { version });
    });
  }
  return newest;
}

function migrations(): { version: number; sql: string }[] {
  const found = readdirSync(FOLDER)
    .toSorted()
    .flatMap((name) => {
      const version = FILE_NAME.exec(name)?.[1];
      return version === undefined
        ? []
        : [{ version: Number(version), sql: readFileSync(new URL(name, FOLDER), "utf8") }];
    });
  // Of two with one number only the first would run.
  for (const [at, { version }] of found.entries())
    assert(version === at + 1, "migrations are numbered 1, 2, 3 …", { version });
  return found;
}
