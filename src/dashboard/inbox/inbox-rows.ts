// Rows of the inbox: events with the states of their deliveries, or single deliveries where the filter asks for some of them.
import { client, type Schemas } from "../api/client.ts";
import { exactJson } from "../api/exact-json.ts";
import { filterWords, instantOf } from "../lists/filter-words.ts";
import { afterCursor, type Cursor, type Page } from "../lists/window.ts";
import { summaryOf } from "./event-summary.ts";

export type InboxRow = {
  /** `12` for event 12, `d34` for delivery 34. */
  key: string;
  cursor: number;
  sequence: number;
  type: string;
  time: string;
  tenant: string;
  resource: string;
  payload: unknown;
  about: Schemas["EventAmount"] | undefined;
  states: readonly string[];
  /** The status of the last answer; undefined where the list does not tell it. */
  status: number | null | undefined;
};

export const EVENT_TYPES: readonly Schemas["EventType"][] = [
  ...(["deposit.new", "deposit.confirmed", "address.assigned", "balance.updated"] as const),
  ...(["transaction.broadcasted", "transaction.confirmed", "transaction.failed"] as const),
  ...(["uda.settlement.created", "uda.settlement.completed", "uda.settlement.failed"] as const),
];

export const INBOX_WORDS = ["type", "state", "tenant", "owner", "network", "endpoint", "status", "after", "before"];

export type InboxFilter = {
  /** Deliveries are listed, not events. */
  isOfDeliveries: boolean;
  /** The API decides all of it. */
  isWhole: boolean;
  query: Readonly<Record<string, string | undefined>>;
  /** What the API cannot decide is decided here, row by row. */
  fits(row: InboxRow): boolean;
  hit: string;
};

/** Reads the filter; `tenant` is that of the switch, `now` the time of the sandbox. */
export function inboxFilter(text: string, tenant: string | undefined, now: number): InboxFilter {
  const { named, free } = filterWords(text, INBOX_WORDS);
  const type = named["type"];
  const isExact = type !== undefined && (EVENT_TYPES as readonly string[]).includes(type);
  const pattern = type?.replaceAll(".", "\\.").replaceAll("*", ".*") ?? "";
  const isId = /^[0-9a-f]{8}-?[0-9a-f-]*$/i.test(free);
  return {
    isWhole:
      free === "" &&
      (type === undefined || isExact) &&
      ["owner", "network", "status"].every((name) => named[name] === undefined),
    isOfDeliveries: ["state", "endpoint", "status"].some((name) => named[name] !== undefined),
    query: {
      tenant_id: named["tenant"] ?? tenant,
      ...(isExact ? { type } : {}),
      ...(isId ? { q: free } : {}),
      from: instantOf(named["after"] ?? "", now),
      to: instantOf(named["before"] ?? "", now),
      state: named["state"],
      endpoint_id: named["endpoint"],
    },
    fits(row) {
      const { owner, network } = summaryOf(row.payload);
      return (
        (type === undefined || isExact || new RegExp(`^${pattern}$`, "i").test(row.type)) &&
        (named["owner"] === undefined || owner === named["owner"]) &&
        (named["network"] === undefined || network.toLowerCase().includes(named["network"].toLowerCase())) &&
        (named["status"] === undefined || String(row.status) === named["status"]) &&
        (free === "" || isId || JSON.stringify([row.type, row.payload]).toLowerCase().includes(free.toLowerCase()))
      );
    },
    hit: free,
  };
}

/** How many pages are asked for at once while no row fits what is decided here. */
const MAX_PAGES = 5;

/** One page of rows; a page may hold few rows where the filter is decided here, and the next one goes on below. */
export async function loadRows(filter: InboxFilter, query: Readonly<Record<string, unknown>>): Promise<Page<InboxRow>> {
  const items: InboxRow[] = [];
  let before = query["before"];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const asked = { ...query, ...(before === undefined ? {} : { before }) };
    const { rows, older } = await (filter.isOfDeliveries ? deliveryRows(asked) : eventRows(asked));
    items.push(...rows.filter((row) => filter.fits(row)));
    if (older === null || items.length > 0) return { items, next_before: older };
    before = older;
  }
  return { items, next_before: before as number };
}

/** Rows from a cursor up, or from the oldest one, oldest first: those of the first page in which one fits. */
export async function loadRowsFrom(
  filter: InboxFilter,
  query: Readonly<Record<string, unknown>>,
  from: Cursor | null,
): Promise<InboxRow[]> {
  let after = afterCursor(from);
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const asked = { ...query, after };
    const { rows } = await (filter.isOfDeliveries ? deliveryRows(asked, "oldest") : eventRows(asked, "oldest"));
    const fitting = rows.filter((row) => filter.fits(row));
    const last = rows.at(-1);
    if (fitting.length > 0 || last === undefined) return fitting;
    after = last.cursor;
  }
  return [];
}

/** The ids of the newest deliveries in this state that fit, of at most `limit` that are looked at; `more`: there are older ones. */
export async function fittingDeliveries(
  filter: InboxFilter,
  state: "dead" | "delivered",
  limit: number,
): Promise<{ ids: number[]; more: boolean }> {
  const { rows, older } = await deliveryRows({ ...filter.query, state, limit });
  return { ids: rows.filter((row) => filter.fits(row)).map(({ cursor }) => cursor), more: older !== null };
}

type Rows = { rows: InboxRow[]; older: number | null };
type Order = "newest" | "oldest";

async function eventRows(
  { state: _state, endpoint_id: _endpoint, ...query }: Record<string, unknown>,
  order: Order = "newest",
): Promise<Rows> {
  const { data, error } = await client.GET("/events", {
    params: { query: { ...query, order, deliveries: "true" } },
  });
  if (data === undefined) throw error;
  return { rows: data.data.items.map(ofEvent), older: data.data.next_before };
}

async function deliveryRows(query: Record<string, unknown>, order: Order = "newest"): Promise<Rows> {
  const { data, error } = await client.GET("/deliveries", { params: { query: { ...query, order } } });
  if (data === undefined) throw error;
  return { rows: data.data.items.map(ofDelivery), older: data.data.next_before };
}

function ofEvent({
  sequence,
  type,
  time,
  tenant_id,
  resource_id,
  payload,
  deliveries = [],
  about,
}: Schemas["Event"]): InboxRow {
  return {
    ...{
      key: String(sequence),
      cursor: sequence,
      sequence,
      type,
      time: isoOf(time),
      payload,
      about,
      status: undefined,
    },
    ...{ tenant: tenant_id, resource: resource_id, states: deliveries.map(({ state }) => state) },
  };
}

function ofDelivery({ id, event, body, state, attempts }: Schemas["Delivery"]): InboxRow {
  const { sequence, type, time, tenant_id, resource_id } = event;
  const envelope = body === null ? {} : (exactJson(body) as { payload?: unknown });
  return {
    ...{
      key: `d${id}`,
      cursor: id,
      sequence,
      type,
      time,
      payload: envelope.payload,
      about: undefined,
      states: [state],
    },
    ...{ tenant: tenant_id, resource: resource_id, status: attempts.at(-1)?.status },
  };
}

/** `2026-01-01 12:00:06.123004`, as in the envelope, in the form of all other times. */
export function isoOf(time: string): string {
  return `${time.replace(" ", "T").slice(0, 23)}Z`;
}
