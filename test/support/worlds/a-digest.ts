// The state of a world as text, table by table, to compare two worlds and read the difference.
import type { Database } from "../../../src/db/database.ts";

/** Columns that depend on wall clock or operating system: response times of receivers, and signatures with such times. */
const OF_THE_WALL = new Set(["duration_ms", "headers"]);

export type Digest = Readonly<Record<string, readonly string[]>>;

/** The last one of each database, with the bytes that it was made of: the same bytes have the same rows. */
const last = new WeakMap<Database, { bytes: Buffer; digest: Digest }>();

/**
 * Each table's rows as JSON lines. Deliveries run concurrently with the loop, so the order in which their attempts end
 * among other work is not part of the state; nor is the sandbox's port.
 */
export function digestOf(db: Database): Digest {
  const bytes = db.bytes();
  const known = last.get(db);
  if (known?.bytes.equals(bytes)) return known.digest;
  const digest = readDigest(db);
  last.set(db, { bytes, digest });
  return digest;
}

function readDigest(db: Database): Digest {
  const tables = db.all<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
  );
  return Object.fromEntries(tables.map(({ name }) => [name, linesOf(db, name)]));
}

function linesOf(db: Database, table: string): string[] {
  if (table === "history")
    return textsOf(db, "select noun, record_id, move, at from history where noun <> 'delivery' order by id");
  if (table === "agenda") return textsOf(db, "select due_at, job, ref from agenda order by due_at, job, ref");
  const columns = db.all<{ name: string; pk: number }>(
    `select name, pk from pragma_table_info('${table}') order by pk, cid`,
  );
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => `"${name}"`);
  return textsOf(db, `select * from "${table}"${keys.length === 0 ? "" : ` order by ${keys.join(", ")}`}`);
}

function textsOf(db: Database, sql: string): string[] {
  return db
    .all<Record<string, unknown>>(sql)
    .map((row) => JSON.stringify(row, plain).replaceAll(/127\.0\.0\.1:\d+/g, "here"));
}

function plain(name: string, value: unknown): unknown {
  if (OF_THE_WALL.has(name)) return "of the wall";
  return typeof value === "bigint" ? value.toString() : value;
}
