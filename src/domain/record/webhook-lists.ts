// SQL of events and deliveries by cursor in both directions; newest first, a page looks at a limited number of rows (decision 0050).
import type { Database, Parameters } from "../../db/database.ts";
import type { DeliveryState } from "../delivery/delivery.ts";
import type { ListedDelivery } from "../delivery/store.ts";
import type { EventRow } from "../outbox.ts";
import { MAX_LOOKED_AT } from "./store.ts";

/**
 * Filters; null = any. `q` is the start of the id of an event or of the record that it is about. `from` and `to` (exclusive) are virtual
 * ms of events. `after` and `before` are sequences of events or ids of deliveries, both exclusive.
 */
export type WebhookQuery = {
  order: "newest" | "oldest";
  tenantId: string | null;
  type: string | null;
  resourceId: string | null;
  q: string | null;
  from: number | null;
  to: number | null;
  after: number;
  before: number | null;
  limit: number;
};
export type ListedDeliveryQuery = WebhookQuery & {
  eventId: string | null;
  endpointId: string | null;
  state: DeliveryState | null;
};

/** `older`: the cursor of the next older page, null at the oldest; of pages in the other direction always null. */
export type WebhookPage<Row> = { rows: Row[]; older: number | null };

const END = "\u{10FFFF}";
const LAST = Number.MAX_SAFE_INTEGER;

/** The conditions that the events of a query meet; a unary plus keeps the planner from an index of what is not rare. */
function eventConditions(query: WebhookQuery): string[] {
  return [
    ...(query.resourceId === null ? [] : ["e.resource_id = :resourceId"]),
    ...(query.type === null ? [] : [query.resourceId === null ? "e.type = :type" : "+e.type = :type"]),
    ...(query.tenantId === null ? [] : ["+e.tenant_id = :tenantId"]),
    ...(query.from === null ? [] : ["+e.time >= :from"]),
    ...(query.to === null ? [] : ["+e.time < :to"]),
    ...(query.q === null
      ? []
      : ["((+e.id >= :start and +e.id < :end) or (+e.resource_id >= :start and +e.resource_id < :end))"]),
  ];
}

function parametersOf({ tenantId, type, resourceId, q, from, to, after, before, limit }: WebhookQuery): Parameters {
  const start = (q ?? "").toLowerCase();
  return {
    ...{ tenantId, type, resourceId, from, to, after, before: before ?? LAST, limit: limit + 1 },
    ...{ start, end: `${start}${END}` },
  };
}

/** One page of announced events; test events are left out. */
export function pageOfEvents(db: Database, query: WebhookQuery): WebhookPage<EventRow> {
  const base = "from event e where e.sequence > :after and e.sequence < :before and e.drained = 1 and e.test = 0";
  const conditions = eventConditions(query);
  // A record has few events, and those of a type stand in their own index in order of sequence.
  const looked = conditions.filter((condition) => condition.startsWith("+") || condition.startsWith("("));
  const found = conditions.filter((condition) => !looked.includes(condition));
  const floor = floorOf(db, query, looked.length > 0, `e.sequence as id ${base}${all(found)}`, "e.sequence");
  const rows = db.all<EventRow>(
    `select e.* ${base} and e.sequence >= :floor${all(conditions)} order by e.sequence ${direction(query)} limit :limit`,
    { ...parametersOf(query), floor: floor ?? 0 },
  );
  return pageFrom(rows, query, floor, ({ sequence }) => sequence);
}

/** One page of deliveries. Those of an event or a record, open and dead ones are found through indexes. */
export function pageOfDeliveries(db: Database, query: ListedDeliveryQuery): WebhookPage<ListedDelivery> {
  const { eventId, endpointId, state, resourceId } = query;
  const few = eventId !== null || resourceId !== null;
  const parameters = { ...parametersOf(query), eventId, endpointId, state };
  const own = [
    ...(eventId === null ? [] : ["d.event_sequence = (select sequence from event where id = :eventId)"]),
    ...(eventId === null && resourceId !== null
      ? ["d.event_sequence in (select sequence from event where resource_id = :resourceId)"]
      : []),
    ...(state === null || few || state === "delivered" ? [] : [STATES[state]]),
  ];
  const looked = [
    ...eventConditions({ ...query, resourceId: null }).map((condition) => condition.replace(/^e\.type/, "+e.type")),
    ...(resourceId === null ? [] : ["+e.resource_id = :resourceId"]),
    ...(endpointId === null ? [] : ["+d.endpoint_id = :endpointId"]),
    ...(state !== null && (few || state === "delivered") ? ["+d.state = :state"] : []),
  ];
  const range = "d.id > :after and d.id < :before";
  const floor = few
    ? null
    : floorOf(db, query, looked.length > 0, `d.id from delivery d where ${range}${all(own)}`, "d.id", parameters);
  const rows = db.all<ListedDelivery>(
    `select d.*, e.id as event_id, e.type, e.tenant_id, e.resource_id, coalesce(e.sent, e.body) as body, w.url as url
     from delivery d cross join event e on e.sequence = d.event_sequence cross join webhook_endpoint w on w.id = d.endpoint_id
     where ${range} and d.id >= :floor${all([...own, ...looked])} order by d.id ${direction(query)} limit :limit`,
    { ...parameters, floor: floor ?? 0 },
  );
  return pageFrom(rows, query, floor, ({ id }) => id);
}

/** Literal texts, by which the planner finds the indexes of open and dead deliveries. */
const STATES: Readonly<Record<Exclude<DeliveryState, "delivered">, string>> = {
  due: "d.state in ('due', 'sending') and d.state = 'due'",
  sending: "d.state in ('due', 'sending') and d.state = 'sending'",
  dead: "d.state = 'dead'",
};

function all(conditions: readonly string[]): string {
  return conditions.map((condition) => ` and ${condition}`).join("");
}

function direction({ order }: WebhookQuery): "asc" | "desc" {
  return order === "newest" ? "desc" : "asc";
}

/** The last row that a page looks at, newest first; null where it looks at none in vain, and oldest first. */
function floorOf(
  db: Database,
  query: WebhookQuery,
  looks: boolean,
  rest: string,
  key: string,
  parameters: Parameters = parametersOf(query),
): number | null {
  if (query.order === "oldest" || !looks) return null;
  const sql = `select ${rest} order by ${key} desc limit 1 offset :most`;
  return db.get<{ id: number }>(sql, { ...parameters, most: MAX_LOOKED_AT - 1 })?.id ?? null;
}

function pageFrom<Row>(
  rows: Row[],
  { limit, order }: WebhookQuery,
  floor: number | null,
  keyOf: (row: Row) => number,
): WebhookPage<Row> {
  const shown = rows.slice(0, limit);
  if (order === "oldest") return { rows: shown, older: null };
  const last = shown.at(-1);
  return { rows: shown, older: rows.length > limit && last !== undefined ? keyOf(last) : floor };
}
