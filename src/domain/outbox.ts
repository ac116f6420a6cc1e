// Events, written in the transaction of the change with a snapshot of the record; read by the loop in order.

import type { Database } from "../db/database.ts";
import { required } from "../kernel/assert.ts";
import { failpoint } from "../kernel/failpoint.ts";
import { planDeliveries } from "./delivery/transitions.ts";
import type { World } from "./world.ts";

/** The ten event types of the service; there are no others (S-486). */
export const EVENT_TYPES = [
  "deposit.new",
  "deposit.confirmed",
  "address.assigned",
  "transaction.broadcasted",
  "transaction.confirmed",
  "transaction.failed",
  "balance.updated",
  "uda.settlement.created",
  "uda.settlement.completed",
  "uda.settlement.failed",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/**
 * `record` is the JSON snapshot until the event is announced, `body` the envelope as the document describes it from then on. `sent`:
 * the exact bytes of its deliveries where a reading writes them otherwise; null where they are those of `body` (C-21).
 */
export type EventRow = {
  sequence: number;
  id: string;
  tenant_id: string;
  type: EventType;
  time: number;
  micros: number;
  resource_id: string;
  group_key: string;
  record: string;
  body: string | null;
  sent: string | null;
  drained: number;
  /** 1 = a test event for an endpoint, about no real change. */
  test: number;
};

/** The texts of an event that are fixed when it is announced; `sent` is null where it equals `body`. */
export type EventBody = { body: string; sent: string | null };

/** The exact bytes that deliveries of an announced event send. */
export function sentBody({ id, body, sent }: Pick<EventRow, "id" | "body" | "sent">): string {
  return sent ?? required(body, "the body of an announced event", { id });
}

/** An event to emit: tenant, subject, and the group in which deliveries keep their order. */
export type Emission = { tenantId: string; type: EventType; resourceId: string; group?: string; record: object };

/** What an event is announced from. */
export type AnnouncedEvent = Pick<
  EventRow,
  "id" | "tenant_id" | "type" | "time" | "micros" | "resource_id" | "group_key" | "record"
>;

/** Announces events in the transaction that emits them, if it can. */
export type Announcer = {
  /** Its texts; undefined when the event has to wait for those before it. */
  announce(event: AnnouncedEvent): EventBody | undefined;
};

/** By the database of the world: before its flow exists, events wait in their rows. */
const announcers = new WeakMap<Database, Announcer>();

export function announceThrough(db: Database, announcer: Announcer): void {
  announcers.set(db, announcer);
}

const LAST_TIME = "select time, micros from event order by sequence desc limit 1";

/** The time of the next event, such that times order events like sequences, also within a millisecond. */
function nextTime(world: World): { time: number; micros: number } {
  const time = world.clock.now();
  const last = world.db.keptGet<{ time: number; micros: number }>(LAST_TIME);
  return { time, micros: last?.time === time ? Math.min(last.micros + 1, 999) : 0 };
}

/**
 * Writes an event and one delivery for each subscribed endpoint, in the transaction of the change. Its body is made at once where
 * there is who announces it; else the row has the snapshot, and the loop announces it.
 */
export function emit(world: World, { tenantId: tenant_id, type, resourceId, group, record }: Emission): void {
  const place = nextTime(world);
  const text = { resource_id: resourceId, group_key: group ?? resourceId, record: JSON.stringify(record) };
  const event = { id: world.ids.next("event"), tenant_id, type, ...place, ...text };
  const made = announcers.get(world.db)?.announce(event);
  const state = made === undefined ? { body: null, sent: null, drained: 0 } : { ...made, drained: 1, record: "" };
  const row = world.db.get<{ sequence: number }>(
    `insert into event (id, tenant_id, type, time, micros, resource_id, group_key, record, body, sent, drained)
     values (:id, :tenant_id, :type, :time, :micros, :resource_id, :group_key, :record, :body, :sent, :drained)
     returning sequence`,
    { ...event, ...state },
  );
  world.db.putKept(LAST_TIME, undefined, place);
  const { sequence } = required(row, "inserted event");
  planDeliveries(world, { sequence, tenant_id, type, group_key: event.group_key });
  failpoint("event.after_insert");
}

/**
 * Writes a test event for an endpoint. No event handler sees it and no list shows it: it exists for its delivery
 * only, in a group of its own. `bodyOf` makes the envelope from id, time and type, which may be none of the service.
 */
export function insertTestEvent<Type extends string = EventType>(
  world: World,
  input: { tenantId: string; type: Type; resourceId: string },
  bodyOf: (event: Pick<EventRow, "id" | "time" | "micros"> & { type: Type }) => EventBody,
): EventRow {
  const { tenantId, type, resourceId } = input;
  const id = world.ids.next("event");
  const place = nextTime(world);
  const row = world.db.get<EventRow>(
    `insert into event (id, tenant_id, type, time, micros, resource_id, group_key, record, body, sent, drained, test)
     values (:id, :tenantId, :type, :time, :micros, :resourceId, :id, '{}', :body, :sent, 1, 1) returning *`,
    { id, tenantId, type, resourceId, ...place, ...bodyOf({ id, type, ...place }) },
  );
  return required(row, "inserted test event");
}

/** The most events that one transaction processes. */
export const MAX_TOGETHER = 64;

/** The oldest unprocessed events, as many as are processed together. */
export function oldestUnprocessed(db: Database): readonly EventRow[] {
  return db.keptAll("select * from event where drained = 0 order by sequence limit :limit", { limit: MAX_TOGETHER });
}

/** The oldest unprocessed event. */
export function nextUnprocessed(db: Database): EventRow | undefined {
  return oldestUnprocessed(db)[0];
}

/** The number of unprocessed events. */
export function unprocessedCount(db: Database): number {
  return db.get<{ count: number }>("select count(*) as count from event where drained = 0")?.count ?? 0;
}

/**
 * Marks an event as processed and stores the exact bytes that every delivery of it sends. They replace the
 * snapshot, which is not needed any more: events are half of a world's bytes.
 */
export function markProcessed(db: Database, sequence: number, { body, sent }: EventBody): void {
  db.run("update event set drained = 1, body = :body, sent = :sent, record = '' where sequence = :sequence", {
    ...{ sequence, body, sent },
  });
}

export function eventBySequence(db: Database, sequence: number): EventRow | undefined {
  return db.get("select * from event where sequence = :sequence", { sequence });
}

export function eventById(db: Database, id: string): EventRow | undefined {
  return db.get("select * from event where id = :id", { id });
}

export type EventQuery = { tenantId?: string; type?: string; resourceId?: string; after: number; limit: number };

/** Events after a cursor, oldest first. */
export function listEvents(db: Database, query: EventQuery): EventRow[] {
  return db.all(
    `select * from event
     where sequence > :after and drained = 1 and test = 0
       and (:tenantId is null or tenant_id = :tenantId)
       and (:type is null or type = :type)
       and (:resourceId is null or resource_id = :resourceId)
     order by sequence limit :limit`,
    {
      after: query.after,
      limit: query.limit,
      tenantId: query.tenantId ?? null,
      type: query.type ?? null,
      resourceId: query.resourceId ?? null,
    },
  );
}

/** The sequence of the newest processed event; 0 before the first. */
export function newestAnnounced(db: Database): number {
  const sql = "select sequence from event where drained = 1 and test = 0 order by sequence desc limit 1";
  return db.get<{ sequence: number }>(sql)?.sequence ?? 0;
}

/** Ids of the processed events after a sequence, oldest first. */
export function announcedAfter(db: Database, after: number, most: number): string[] {
  const sql = "select id from event where sequence > :after and drained = 1 and test = 0 order by sequence limit :most";
  return db.all<{ id: string }>(sql, { after, most }).map(({ id }) => id);
}

/** The newest processed events, newest first. */
export function latestEvents(db: Database, limit: number): EventRow[] {
  return db.all("select * from event where drained = 1 and test = 0 order by sequence desc limit :limit", { limit });
}
