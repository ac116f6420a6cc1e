// SQL of deliveries and their attempts.
import type { Database } from "../../db/database.ts";
import { required } from "../../kernel/assert.ts";
import type { DeliveryAttemptRow, DeliveryRow, DeliveryState } from "./delivery.ts";

export function insertDelivery(
  db: Database,
  row: Omit<DeliveryRow, "id" | "attempts" | "state" | "held_by" | "held_fault" | "ladder_start" | "reason">,
): DeliveryRow {
  const inserted = db.get<DeliveryRow>(
    `insert into delivery (event_sequence, endpoint_id, group_key, state, attempts, next_attempt_at)
     values (:event_sequence, :endpoint_id, :group_key, 'due', 0, :next_attempt_at) returning *`,
    row,
  );
  return required(inserted, "inserted delivery");
}

export function deliveryById(db: Database, id: number): DeliveryRow | undefined {
  return db.get("select * from delivery where id = :id", { id });
}

export function updateDelivery(db: Database, from: DeliveryState, row: DeliveryRow): number {
  return db.run(
    `update delivery set state = :state, attempts = :attempts, next_attempt_at = :next_attempt_at, held_by = :held_by,
       held_fault = :held_fault, ladder_start = :ladder_start, reason = :reason
     where id = :id and state = :from`,
    {
      id: row.id,
      from,
      state: row.state,
      attempts: row.attempts,
      next_attempt_at: row.next_attempt_at,
      held_by: row.held_by,
      held_fault: row.held_fault,
      ladder_start: row.ladder_start,
      reason: row.reason,
    },
  );
}

/** The deliveries of an event that are due. */
export function dueDeliveriesOf(db: Database, eventSequence: number): DeliveryRow[] {
  return db.all("select * from delivery where event_sequence = :eventSequence and state = 'due' order by id", {
    eventSequence,
  });
}

/** Written before sending, so that an attempt counts even if the process ends. */
export function insertDeliveryAttempt(
  db: Database,
  row: Pick<DeliveryAttemptRow, "delivery_id" | "number" | "at" | "headers" | "fault" | "fault_id">,
): void {
  db.run(
    `insert into delivery_attempt (delivery_id, number, at, headers, error, response, fault, fault_id)
     values (:delivery_id, :number, :at, :headers, '', '', :fault, :fault_id)`,
    row,
  );
}

/** Writes the outcome of an attempt with the headers that were sent: timestamp and signature belong to the attempt. */
export function finishDeliveryAttempt(db: Database, row: Omit<DeliveryAttemptRow, "at" | "fault" | "fault_id">): void {
  db.run(
    `update delivery_attempt set headers = :headers, status = :status, duration_ms = :duration_ms, error = :error,
       response = :response
     where delivery_id = :delivery_id and number = :number`,
    row,
  );
}

/** Deliveries with an attempt of unknown outcome. */
export function sendingDeliveries(db: Database): DeliveryRow[] {
  return db.all("select * from delivery where state in ('due', 'sending') and state = 'sending' order by id");
}

/** Marks an attempt whose outcome will stay unknown. */
export function loseOutcome(db: Database, deliveryId: number, number: number, error: string): void {
  db.run("update delivery_attempt set error = :error where delivery_id = :deliveryId and number = :number", {
    deliveryId,
    number,
    error,
  });
}

export function attemptsOfDelivery(db: Database, deliveryId: number): DeliveryAttemptRow[] {
  return db.all("select * from delivery_attempt where delivery_id = :deliveryId order by number", { deliveryId });
}

/** All delivery attempts of an event, with their endpoints. */
export function attemptsOfEvent(db: Database, sequence: number): (DeliveryAttemptRow & { endpoint_id: string })[] {
  return db.all(
    `select a.*, d.endpoint_id from delivery d join delivery_attempt a on a.delivery_id = d.id
     where d.event_sequence = :sequence order by d.id, a.number`,
    { sequence },
  );
}

/** Open deliveries of an endpoint, which end when it is deleted or switched off. */
export function openDeliveries(db: Database, endpointId: string): DeliveryRow[] {
  return db.all("select * from delivery where endpoint_id = :endpointId and state in ('due', 'sending') order by id", {
    endpointId,
  });
}

/** A delivery with its endpoint's URL and what it carries; `body` is what it sends, null until the event is announced. */
export type ListedDelivery = DeliveryRow & {
  event_id: string;
  type: string;
  tenant_id: string;
  resource_id: string;
  body: string | null;
  url: string;
};

/** A delivery as shown in lists. */
export function listedDelivery(db: Database, id: number): ListedDelivery | undefined {
  return db.get(
    `select d.*, e.id as event_id, e.type, e.tenant_id, e.resource_id, coalesce(e.sent, e.body) as body, w.url as url from delivery d
       join event e on e.sequence = d.event_sequence join webhook_endpoint w on w.id = d.endpoint_id
     where d.id = :id`,
    { id },
  );
}

/** Selects ended deliveries; `from` and `to` (exclusive) are times of the events, virtual ms. */
export type ReplayQuery = {
  state: "dead" | "delivered";
  tenantId: string | null;
  endpointId: string | null;
  eventId: string | null;
  resourceId: string | null;
  type: string | null;
  from: number | null;
  to: number | null;
  after: number;
  limit: number;
};

/** Ended deliveries to active endpoints, oldest first. */
export function replayable(db: Database, query: ReplayQuery): DeliveryRow[] {
  return db.all(
    `select d.* from delivery d
       join event e on e.sequence = d.event_sequence join webhook_endpoint w on w.id = d.endpoint_id
     where d.id > :after and d.state = :state and w.active = 1 and w.deleted_at is null
       and (:tenantId is null or e.tenant_id = :tenantId) and (:endpointId is null or d.endpoint_id = :endpointId)
       and (:eventId is null or e.id = :eventId) and (:resourceId is null or e.resource_id = :resourceId)
       and (:type is null or e.type = :type)
       and (:from is null or e.time >= :from) and (:to is null or e.time < :to)
     order by d.id limit :limit`,
    query,
  );
}

export type DeliveryOutline = Pick<DeliveryRow, "id" | "event_sequence" | "endpoint_id" | "state" | "attempts">;

/** How far the deliveries of some events are, oldest first. */
export function deliveriesOfEvents(db: Database, sequences: readonly number[]): DeliveryOutline[] {
  return db.all(
    `select id, event_sequence, endpoint_id, state, attempts from delivery
     where event_sequence in (select value from json_each(:sequences)) order by id`,
    { sequences: JSON.stringify(sequences) },
  );
}

/** How many deliveries are in each state. */
export function deliveryCounts(db: Database): { state: DeliveryState; count: number }[] {
  return db.all("select state, count(*) as count from delivery group by state order by state");
}
