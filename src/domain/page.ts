// Reading one page of a list, from whichever end of it is nearer, so that no page is slow because it lies deep (K-9).
import type { Database, Parameters } from "../db/database.ts";
import { type PageOf, type PageQuery, type WindowQuery, windowOf } from "./pagination.ts";

/** A list: `from …` with its conditions, and an order that names the direction of every key and ends with a unique one. */
export type Listing = { from: string; order: string; parameters: Parameters };

/** One page and how many rows there are in all. */
export function readPage<Row>(db: Database, listing: Listing, page: PageQuery): PageOf<Row> {
  return readWindow(db, listing, windowOf(page));
}

/** A window of a list and how many rows there are in all; rows of the further half are read from the end. */
export function readWindow<Row>(db: Database, listing: Listing, { limit, offset }: WindowQuery): PageOf<Row> {
  const { from, order, parameters } = listing;
  const totalItems = countOf(db, listing);
  const behind = totalItems - offset;
  if (behind <= 0) return { rows: [], totalItems };
  const wanted = Math.min(limit, behind);
  const fromTheEnd = offset > totalItems / 2;
  const sql = `select * ${from} order by ${fromTheEnd ? reversed(order) : order} limit :limit offset :offset`;
  const window = { limit: wanted, offset: fromTheEnd ? behind - wanted : offset };
  const rows = db.all<Row>(sql, { ...parameters, ...window });
  return { rows: fromTheEnd ? rows.reverse() : rows, totalItems };
}

/** What was counted of a database since it changed last: who walks a long list has it counted once, not once a page. */
type Counted = { changes: number; counts: Map<string, number> };

const counted = new WeakMap<Database, Counted>();

/** So many lists are remembered between two changes. */
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

/** The same order the other way round. */
export function reversed(order: string): string {
  return order.replace(/ (asc|desc)(?=,|$)/g, (_all, direction) => (direction === "asc" ? " desc" : " asc"));
}
