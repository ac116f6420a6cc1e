// src/db/schema.sql describes the database that the migrations make, and is none of them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Database } from "../../src/db/database.ts";
import { migrate } from "../../src/db/migrate.ts";

const folder = join(import.meta.dirname, "../../src/db");

/** Tables with their columns, and indexes and triggers with their text, blanks aside. */
function structureOf(db: Database): unknown {
  const tables = db.all<{ name: string }>("select name from sqlite_schema where type = 'table' order by name");
  const others = db.all<{ name: string; sql: string | null }>(
    "select name, sql from sqlite_schema where type <> 'table' order by name",
  );
  return {
    tables: tables.map(({ name }) => ({
      name,
      columns: db.all("select * from pragma_table_info(:name)", { name }),
      keys: db.all("select * from pragma_foreign_key_list(:name)", { name }),
      kind: db.get("select strict, wr from pragma_table_list where name = :name", { name }),
    })),
    others: others.map(({ name, sql }) => ({ name, sql: sql?.replace(/\s+/g, " ") })),
  };
}

test("the generated schema is the one after all migrations: columns, keys, indexes and triggers; every table is strict", () => {
  const migrated = new Database(":memory:");
  migrate(migrated);
  const read = new Database(":memory:");
  read.script(readFileSync(join(folder, "schema.sql"), "utf8"));
  expect(structureOf(read)).toEqual(structureOf(migrated));
  const loose = "select name from pragma_table_list where schema = 'main' and strict = 0 and name not like 'sqlite_%'";
  expect(read.all(loose)).toEqual([]);
});

test("the generated schema is not among the migrations, so nothing runs it", () => {
  expect(readdirSync(join(folder, "migrations"))).not.toContain("schema.sql");
});
