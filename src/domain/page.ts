// Reads one page of a list, from the nearer end of it, so that no page is slow because of its number (K-9).
import type { Database, Parameters } from "../db/database.ts";
import { BoundedMap } from "../kernel/bounded-map.ts";
import { type PageOf, type PageQuery, type WindowQuery, windowOf } from "./pagination.ts";

/** A list: `from …` with its conditions, and an order with the direction of every key, the last of which is unique. */
export type Listing = { from: string; order: string; parameters: Parameters };

/** One page and the total number of rows. */
export function readPage<Row>(db: Database, listing: Listing, page: PageQuery): PageOf<Row> {
  return readWindow(db, listing, windowOf(page));
}

/** A window of a list and the total number of rows; rows of the second half are read from the end. Rows are frozen. */
export function readWindow<Row>(db: Database, listing: Listing, { limit, offset }: WindowQuery): PageOf<Row> {
  const { from, order, parameters } = listing;
  const kept = keptOf(db);
  const values = Object.entries(parameters).map(([name, value]) => [name, typeof value, String(value)]);
  const count = (): number => db.get<{ count: number }>(`select count(*) as count ${from}`, parameters)?.count ?? 0;
  const totalItems = kept === undefined ? count() : kept.counts.getOrMake(JSON.stringify([from, values]), count);
  const remaining = totalItems - offset;
  if (remaining <= 0) return { rows: [], totalItems };
  const wanted = Math.min(limit, remaining);
  const fromTheEnd = offset > totalItems / 2;
  const sql = `select * ${from} order by ${fromTheEnd ? reversed(order) : order} limit :limit offset :offset`;
  const window = { limit: wanted, offset: fromTheEnd ? remaining - wanted : offset };
  const read = (): readonly Row[] => {
    const rows = db.all<Row>(sql, { ...parameters, ...window });
    for (const row of rows) Object.freeze(row);
    return fromTheEnd ? rows.reverse() : rows;
  };
  const rows = kept === undefined ? read() : kept.pages.getOrMake(JSON.stringify([sql, values, window]), read);
  return { rows: [...(rows as readonly Row[])], totalItems };
}

/** What was read since the last change of a database: a walk over a list counts it once, and a client that polls a page finds it. */
type Kept = { changes: number; counts: BoundedMap<string, number>; pages: BoundedMap<string, readonly unknown[]> };

const MOST_COUNTS = 100;
/** A page is up to 200 rows. */
const MOST_PAGES = 8;

const keptByDatabase = new WeakMap<Database, Kept>();

/** Undefined within a transaction, whose changes may be undone. */
function keptOf(db: Database): Kept | undefined {
  const { changes } = db;
  if (changes === undefined) return undefined;
  const before = keptByDatabase.get(db);
  if (before?.changes === changes) return before;
  const kept: Kept = { changes, counts: new BoundedMap(MOST_COUNTS), pages: new BoundedMap(MOST_PAGES) };
  keptByDatabase.set(db, kept);
  return kept;
}

/** The order reversed. */
export function reversed(order: string): string {
  return order.replace(/ (asc|desc)(?=,|$)/g, (_all, direction) => (direction === "asc" ? " desc" : " asc"));
}
