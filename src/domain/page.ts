// Reads one page of a list, from the nearer end of it, so that no page is slow because of its number (K-9).
import type { Database, Parameters } from "../db/database.ts";
import { type PageOf, type PageQuery, type WindowQuery, windowOf } from "./pagination.ts";

/** A list: `from …` with its conditions, and an order with the direction of every key, the last of which is unique. */
export type Listing = { from: string; order: string; parameters: Parameters };

/** One page and the total number of rows. */
export function readPage<Row>(db: Database, listing: Listing, page: PageQuery): PageOf<Row> {
  return readWindow(db, listing, windowOf(page));
}

/** A window of a list and the total number of rows; rows of the second half are read from the end. */
export function readWindow<Row>(db: Database, listing: Listing, { limit, offset }: WindowQuery): PageOf<Row> {
  const { from, order, parameters } = listing;
  const totalItems = countOf(db, listing);
  const remaining = totalItems - offset;
  if (remaining <= 0) return { rows: [], totalItems };
  const wanted = Math.min(limit, remaining);
  const fromTheEnd = offset > totalItems / 2;
  const sql = `select * ${from} order by ${fromTheEnd ? reversed(order) : order} limit :limit offset :offset`;
  const window = { limit: wanted, offset: fromTheEnd ? remaining - wanted : offset };
  const rows = db.all<Row>(sql, { ...parameters, ...window });
  return { rows: fromTheEnd ? rows.reverse() : rows, totalItems };
}

/** Counts since the last change of a database: a walk over a long list counts it once, not once a page. */
type Counted = { changes: number; counts: Map<string, number> };

const counted = new WeakMap<Database, Counted>();

/** Lists whose count is cached between two changes. */
const MOST_COUNTED = 100;

function countOf(db: Database, { from, parameters }: Listing): number {
  const count = (): number => db.get<{ count: number }>(`select count(*) as count ${from}`, parameters)?.count ?? 0;
  const { changes } = db;
  if (changes === undefined) return count();
  const before = counted.get(db);
  const { counts } = before?.changes === changes ? before : { counts: new Map<string, number>() };
  const values = Object.entries(parameters).map(([name, value]) => [name, typeof value, String(value)]);
  const key = JSON.stringify([from, values]);
  const known = counts.get(key) ?? count();
  if (counts.size < MOST_COUNTED) counts.set(key, known);
  counted.set(db, { changes, counts });
  return known;
}

/** The order reversed. */
export function reversed(order: string): string {
  return order.replace(/ (asc|desc)(?=,|$)/g, (_all, direction) => (direction === "asc" ? " desc" : " asc"));
}
