// From nothing to the newest schema, step by step; a database from the future is left alone.
import { readdirSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { Database } from "../../src/db/database.ts";
import { createSchema, migrate } from "../../src/db/migrate.ts";

const FILES = readdirSync(new URL("../../src/db/migrations/", import.meta.url)).toSorted();

function aDatabase(): Database {
  const db = new Database(":memory:");
  onTestFinished(() => db.close());
  return db;
}

const versions = (db: Database): number[] =>
  db.all<{ version: number }>("select version from schema_version order by version").map(({ version }) => version);

test("an empty database gets every migration once, in order", () => {
  const db = aDatabase();
  expect(migrate(db)).toBe(FILES.length);
  expect(versions(db)).toEqual(FILES.map((_file, index) => index + 1));
});

test("a database that is up to date is left as it is", () => {
  const db = aDatabase();
  migrate(db);
  const schema = db.all("select name, sql from sqlite_master order by name");
  expect(migrate(db)).toBe(FILES.length);
  expect(db.all("select name, sql from sqlite_master order by name")).toEqual(schema);
  expect(versions(db)).toHaveLength(FILES.length);
});

test("a database of a newer version is refused before anything is changed", () => {
  const db = aDatabase();
  migrate(db);
  db.run("insert into schema_version (version) values (:version)", { version: FILES.length + 1 });
  expect(() => migrate(db)).toThrow("newer version");
  expect(versions(db)).toHaveLength(FILES.length + 1);
});

test("migrations are numbered without a gap and without a double", () => {
  expect(FILES.map((file) => Number(file.slice(0, 4)))).toEqual(FILES.map((_file, index) => index + 1));
  for (const file of FILES) expect(file).toMatch(/^\d{4}-[a-z-]+\.sql$/);
});

test("every table refuses values of the wrong kind (R-152)", () => {
  const db = aDatabase();
  migrate(db);
  const tables = db.all<{ name: string; strict: number }>(
    "select name, strict from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
  );
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter(({ strict }) => strict !== 1)).toEqual([]);
});

test("every column of money takes decimal digits only (R-048)", () => {
  const db = aDatabase();
  migrate(db);
  const columns = db.all<{ place: string; sql: string; name: string }>(
    `select m.name || '.' || c.name as place, c.name as name, m.sql as sql from sqlite_master m, pragma_table_info(m.name) c
     where m.type = 'table' and (c.name like '%raw' or c.name in ('confirmed', 'held', 'fee_platform', 'fee_provider'))
       and m.name <> 'attempt' and m.name <> 'chain_transaction'`,
  );
  expect(columns.map(({ place }) => place)).toContain("balance.held");
  expect(columns.filter(({ name, sql }) => !sql.includes(`${name} not glob '*[^0-9]*' and ${name} <> ''`))).toEqual([]);
});

test.each([
  ["movement_by_transaction", "select 1 from movement where address_id = 'a' and network = 'n' and tx_hash = 'h'"],
  [
    "attempt_open",
    "select 1 from attempt where network = 'n' and sender = 's' and state in ('prepared', 'signed', 'sent', 'mined')",
  ],
  [
    "agenda_by_due",
    "select * from agenda order by due_at, case job when 'deliver' then cast(ref as integer) else 0 end, id limit 1",
  ],
  ["event_undrained", "select * from event where drained = 0 order by sequence limit 1"],
  ["delivery_overtaken", "select * from delivery where endpoint_id = 'e' and held_by = 'reorder'"],
  [
    "delivery_first_in_group",
    `select * from delivery where endpoint_id = 'e' and group_key = 'g' and attempts = 0
       and held_by <> 'reorder' and state in ('due', 'sending') order by id limit 1`,
  ],
])("the index %s serves the look-up it is there for", (index, sql) => {
  const db = aDatabase();
  migrate(db);
  const plan = db.all<{ detail: string }>(`explain query plan ${sql}`).map(({ detail }) => detail);
  expect(plan.join(" ")).toContain(index);
});

test("a new database has the same schema and rows as one that got every migration, however many were made before", () => {
  const migrated = aDatabase();
  migrate(migrated);
  const entries = "select type, name, tbl_name, sql from sqlite_schema order by rowid";
  const expected = migrated.all<{ type: string; name: string }>(entries);
  for (const made of [aDatabase(), aDatabase(), aDatabase()]) {
    createSchema(made);
    expect(made.all(entries)).toEqual(expected);
    expect(versions(made)).toEqual(versions(migrated));
    for (const { name } of expected.filter(({ type }) => type === "table")) {
      const rows = `select * from ${name}`;
      expect([name, made.all(rows)]).toEqual([name, migrated.all(rows)]);
    }
    expect(migrate(made)).toBe(FILES.length);
  }
});

test("a database that has a schema gets no other", () => {
  const db = aDatabase();
  migrate(db, 3);
  expect(() => createSchema(db)).toThrow("only an empty database");
  expect(versions(db)).toEqual([1, 2, 3]);
});

test("no new database runs the migrations", () => {
  const transactions = vi.spyOn(Database.prototype, "transaction");
  onTestFinished(() => transactions.mockRestore());
  createSchema(aDatabase());
  expect(transactions).toHaveBeenCalledTimes(1);
});
