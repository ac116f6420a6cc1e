// A database as plain tables and back, for exports. Only tables of the schema, no indexes, no blobs.
import { assert } from "../kernel/assert.ts";
import type { Database } from "./database.ts";

/** A JSON value; integers are safe, money is text. */
export type Cell = string | number | null;
export type Table = { columns: string[]; rows: Cell[][] };

/** `counters`: the last value of every autoincrement key, so that new rows get the same keys as in the original. */
export type Dump = { tables: Record<string, Table>; counters: Record<string, number> };

/** A dump that does not fit the schema; the message is for the user. */
export class DumpFault extends Error {}

/** Every row of every table, ordered by primary key. */
export function dump(db: Database): Dump {
  const tables = tableNames(db).map((name) => [name, readTable(db, name)] as const);
  const counters = db.all<{ name: string; seq: number }>("select name, seq from sqlite_sequence order by name");
  return {
    tables: Object.fromEntries(tables),
    counters: Object.fromEntries(counters.map(({ name, seq }) => [name, seq])),
  };
}

/**
 * Fills the empty tables of a fresh database; all or nothing.
 * @throws DumpFault naming the table that does not fit
 */
export function undump(db: Database, { tables, counters }: Dump): void {
  const known = tableNames(db);
  const unknown = Object.keys(tables).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new DumpFault(`there is no table ${quoted(unknown)}`);
  db.transaction(() => {
    db.script("pragma defer_foreign_keys = on");
    for (const name of known) fillTable(db, name, tables[name]);
    db.run("delete from sqlite_sequence");
    for (const name of known) {
      const seq = Object.hasOwn(counters, name) ? counters[name] : undefined;
      if (seq === undefined) continue;
      if (!Number.isSafeInteger(seq)) throw new DumpFault(`the counter of ${quoted(name)} is no whole number`);
      db.run("insert into sqlite_sequence (name, seq) values (:name, :seq)", { name, seq });
    }
    const broken = db.get<{ table: string }>('select "table" from pragma_foreign_key_check limit 1');
    if (broken !== undefined) throw new DumpFault(`table ${quoted(broken.table)} points to a row that is not there`);
  });
}

/** The tables of the schema without schema_version. */
function tableNames(db: Database): string[] {
  const sql = `select name from sqlite_schema
               where type = 'table' and name not like 'sqlite_%' and name <> 'schema_version' order by name`;
  return db.all<{ name: string }>(sql).map(({ name }) => name);
}

function columnsOf(db: Database, table: string): { name: string; pk: number }[] {
  return db.all("select name, pk from pragma_table_info(:table) order by cid", { table });
}

function readTable(db: Database, name: string): Table {
  const columns = columnsOf(db, name);
  const keys = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  const order = keys.length === 0 ? "rowid" : keys.map((key) => `"${key.name}"`).join(", ");
  const names = columns.map((column) => column.name);
  const rows = db.all<Record<string, unknown>>(`select * from "${name}" order by ${order}`);
  return { columns: names, rows: rows.map((row) => names.map((column) => cellOf(name, row[column]))) };
}

function cellOf(table: string, value: unknown): Cell {
  assert(value === null || typeof value === "string" || typeof value === "number", "a cell is text or a number", {
    table,
  });
  return value as Cell;
}

function fillTable(db: Database, name: string, table: Table | undefined): void {
  const names = columnsOf(db, name).map((column) => column.name);
  if (table === undefined) throw new DumpFault(`table ${quoted(name)} is missing`);
  if (JSON.stringify(table.columns) !== JSON.stringify(names)) {
    throw new DumpFault(`table ${quoted(name)} has other columns than this version: ${names.join(", ")}`);
  }
  const places = names.map((column) => `"${column}"`).join(", ");
  const sql = `insert into "${name}" (${places}) values (${names.map((_, at) => `:v${at}`).join(", ")})`;
  for (const [at, row] of table.rows.entries()) {
    if (row.length !== names.length) throw new DumpFault(`row ${at} of table ${quoted(name)} has ${row.length} values`);
    try {
      db.run(sql, Object.fromEntries(row.map((value, index) => [`v${index}`, bound(value)])));
    } catch (error) {
      throw new DumpFault(`row ${at} of table ${quoted(name)} is refused: ${String(error)}`);
    }
  }
}

/** Whole numbers are bound as bigint: the driver binds every JavaScript number as a float. */
function bound(value: Cell): string | bigint | number | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
