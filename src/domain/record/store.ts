// SQL of lists of records over all tenants, newest or oldest first; no filter of a client makes one read a whole table (decision 0050).
import type { Database, Parameters, SqlValue } from "../../db/database.ts";
import { RECORD_TABLES, type RecordKind, type RecordTable, type TextColumn } from "./kinds.ts";

/**
 * Filters; null = any. `owner`, `network` and `state` are equal, `q` is the start of an id, a hash, an address, an owner or a reference.
 * `from` and `to` (exclusive) are virtual ms of the ids: when the sandbox made the records. `before` and `after` are ids, both exclusive.
 */
export type RecordQuery = {
  tenantId: string | null;
  owner: string | null;
  network: string | null;
  state: string | null;
  q: string | null;
  from: number | null;
  to: number | null;
  before: string | null;
  after: string | null;
  order: "newest" | "oldest";
  limit: number;
};

/** Conditions of one kind alone. `found`: an index finds their few rows; `looked`: they are looked at row by row. */
export type MoreConditions = { found?: string; looked?: readonly string[]; parameters?: Parameters };

/** `next`: the cursor of the next page, null after the last. A page can have fewer rows than asked for, even none, before the last. */
export type RecordPage<Row> = { rows: Row[]; next: string | null };

/** The most rows that one page looks at in search of those that fit. */
export const MAX_LOOKED_AT = 10_000;
/** The most ids that one text is looked up as; where more begin with it, rows are looked at in order instead. */
export const MAX_BY_TEXT = 2_000;
/** Above every text. */
const END = "\u{10FFFF}";

/** One page of a kind: the text order of ids is their order of creation (K-1). */
export function pageOfRecords<Row extends { id: string }>(
  db: Database,
  kind: RecordKind,
  query: RecordQuery,
  more: MoreConditions = {},
): RecordPage<Row> {
  const shape: RecordTable = RECORD_TABLES[kind];
  const search: Search = { db, shape, query, window: windowOf(query), ...splitOf(shape, query, more) };
  if (query.q === null) return walk(search);
  const ids = idsByText(db, shape, query.q);
  return ids === "many" ? walk({ ...search, ...withTexts(search, query.q) }) : pick(search, ids);
}

type Search = {
  readonly db: Database;
  readonly shape: RecordTable;
  readonly query: RecordQuery;
  /** Bounds of ids; the upper one is exclusive, and so is the lower one in effect, which is no whole id. */
  readonly window: { above: string; below: string };
  /** Conditions that an index finds, and those that each row is looked at for. */
  readonly found: readonly string[];
  readonly looked: readonly string[];
  readonly parameters: Parameters;
};

/** The first 48 bits of a UUID version 7 are its time. */
function idAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}`;
}

function windowOf({ from, to, before, after }: RecordQuery): Search["window"] {
  const ends = [...(before === null ? [] : [before]), ...(to === null ? [] : [idAt(to)])];
  const starts = [...(after === null ? [] : [justAbove(after)]), ...(from === null ? [] : [idAt(from)])];
  return { above: starts.toSorted().at(-1) ?? "", below: ends.toSorted()[0] ?? END };
}

/** The lowest text above an id: a bound that leaves the id itself out. */
function justAbove(id: string): string {
  return `${id} `;
}

/** A unary plus keeps the planner from an index that would find too much: these conditions are for looking. */
function splitOf(
  shape: RecordTable,
  query: RecordQuery,
  more: MoreConditions,
): Pick<Search, "found" | "looked" | "parameters"> {
  const { tenantId, owner, network, state } = query;
  const found = [...(shape.where === "" ? [] : [shape.where]), ...(more.found === undefined ? [] : [more.found])];
  const looked = [...(more.looked ?? [])];
  let isFound = more.found !== undefined;
  // The index leaves out those that have no owner: they are looked for row by row.
  if (owner !== null && owner !== "" && shape.ownerIndex !== undefined && !isFound) {
    found.push(shape.ownerIndex);
    isFound = true;
  } else if (owner !== null) looked.push(`+${shape.owner ?? "''"} = :owner`);
  const rare = state === null ? undefined : shape.rare[state];
  if (rare !== undefined && !isFound) found.push(rare);
  else if (state !== null) looked.push(`+${shape.state ?? "''"} = :state`);
  if (network !== null) looked.push(`+${shape.network ?? "''"} = :network`);
  if (tenantId !== null) looked.push("+tenant_id = :tenantId");
  return { found, looked, parameters: { ...more.parameters, tenantId, owner, network, state } };
}

function all(conditions: readonly string[]): string {
  return conditions.map((condition) => ` and (${condition})`).join("");
}

/**
 * Reads in the order of ids; where rows are looked at for more, only as far as the limit of rows. One bound alone at each end: of two,
 * SQLite would walk to the farther one.
 */
function walk<Row extends { id: string }>({ db, shape, query, window, ...search }: Search): RecordPage<Row> {
  const from = `from ${shape.table} where id >= :above and id < :below${all(search.found)}`;
  const direction = directionOf(query);
  const last =
    search.looked.length === 0
      ? undefined
      : db.get<{ id: string }>(`select id ${from} order by id ${direction} limit 1 offset :most`, {
          ...{ ...search.parameters, ...window },
          most: MAX_LOOKED_AT - 1,
        })?.id;
  const rows = db.all<Row>(`select * ${from}${all(search.looked)} order by id ${direction} limit :limit`, {
    ...{ ...search.parameters, ...window, limit: query.limit + 1 },
    ...(last === undefined ? {} : query.order === "newest" ? { above: last } : { below: justAbove(last) }),
  });
  if (rows.length > query.limit) return pageFrom(rows, query.limit);
  return { rows, next: last ?? null };
}

function directionOf({ order }: RecordQuery): "asc" | "desc" {
  return order === "newest" ? "desc" : "asc";
}

function pageFrom<Row extends { id: string }>(rows: readonly Row[], limit: number): RecordPage<Row> {
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** The rows among these ids that fit. */
function pick<Row extends { id: string }>(search: Search, ids: readonly string[]): RecordPage<Row> {
  const { db, shape, query, window, found, looked, parameters } = search;
  const rows = db.all<Row>(
    `select * from ${shape.table} where id in (select value from json_each(:ids)) and +id >= :above and +id < :below
       ${all(plain(found))}${all(looked)} order by id ${directionOf(query)} limit :limit`,
    { ...parameters, ...window, ids: JSON.stringify(ids), limit: query.limit + 1 },
  );
  return pageFrom(rows, query.limit);
}

/** A condition whose rows are found by their ids already must not lead the planner to its index. */
function plain(found: readonly string[]): string[] {
  return found.map((condition) => `+(${condition})`);
}

/** Ids of the records of which a text begins with `q`; "many" where they are too many to be looked up. */
function idsByText(db: Database, table: RecordTable, q: string): string[] | "many" {
  const ids = new Set<string>();
  for (const text of table.texts) {
    const found = idsOfText(db, table, text, q, MAX_BY_TEXT);
    if (found.full) return "many";
    for (const id of found.ids) ids.add(id);
  }
  return [...ids];
}

/** Ids of records of which this text begins with `q`, at most `most`; `full` when there may be more. */
export function idsOfText(
  db: Database,
  table: RecordTable,
  text: TextColumn,
  q: string,
  most: number,
): { ids: string[]; full: boolean } {
  const found = db.all<{ id: string; type?: string }>(idsSql(table, text), { ...rangeOf(text, q), most });
  const ids = found.filter(({ type }) => text.type === undefined || type === text.type).map(({ id }) => id);
  return { ids, full: found.length >= most };
}

function idsSql({ table }: RecordTable, { column, ids }: TextColumn): string {
  return ids ?? `select id from ${table} where ${column} >= :start and ${column} < :end limit :most`;
}

/** @returns the bounds of all texts that begin with `q` */
function rangeOf({ hex }: TextColumn, q: string): { start: string; end: string } {
  const start = hex ? q.toLowerCase() : q;
  return { start, end: `${start}${END}` };
}

function withTexts({ shape, looked, parameters }: Search, q: string): Pick<Search, "looked" | "parameters"> {
  const bounds: Record<string, SqlValue> = {};
  const each = shape.texts.map((text, at) => {
    const { start, end } = rangeOf(text, q);
    [bounds[`start${at}`], bounds[`end${at}`]] = [start, end];
    return `(+${text.column} >= :start${at} and +${text.column} < :end${at})`;
  });
  return { looked: [...looked, each.join(" or ")], parameters: { ...parameters, ...bounds } };
}
