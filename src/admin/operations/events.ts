// Events: a list by cursor, and waiting for one.
import { type EventQuery, type EventRow, listEvents } from "../../domain/outbox.ts";
import { required } from "../../kernel/assert.ts";
import { isoTime } from "../../kernel/clock.ts";
import { durationMs, durationText, parseDuration } from "../../kernel/duration.ts";
import { exactJson } from "../../kernel/exact-json.ts";
import { Problem } from "../../kernel/problem.ts";
import type { components } from "../../spec/admin.gen.ts";
import { blockersOf } from "../blockers.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers, AdminRequest } from "../handler.ts";
import { plannedWork } from "./clock.ts";
import { faultViews } from "./faults.ts";
import { networkViews } from "./networks.ts";

const LONGEST_WAIT_MS = 300_000;
/** So many reasons stand in the message; all of them in the details. */
const MOST_TOLD = 3;

type Event = components["schemas"]["Event"];

/** An event with the payload that its deliveries carry, digit for digit. */
export function eventView(row: EventRow): Event {
  const envelope = exactJson(required(row.body, "the body of an announced event", { id: row.id })) as Pick<
    Event,
    "time" | "payload"
  >;
  return {
    sequence: row.sequence,
    id: row.id,
    type: row.type,
    time: envelope.time,
    tenant_id: row.tenant_id,
    resource_id: row.resource_id,
    payload: envelope.payload,
  };
}

export const eventHandlers: Pick<AdminHandlers, "listEvents" | "waitForEvent"> = {
  listEvents: ({ flow: { world } }, { query }) => {
    const rows = listEvents(world.db, eventQuery(query, query.limit ?? 100));
    return { items: rows.map(eventView), next_after: rows.at(-1)?.sequence ?? query.after ?? 0 };
  },
  waitForEvent: async (parts, { query }, client) => {
    const timeoutMs = waitOf(query.timeout ?? "30s");
    const look = (): EventRow | undefined => listEvents(parts.flow.world.db, eventQuery(query, 1))[0];
    const found = await parts.subscribers.waiters.wait(look, timeoutMs, client);
    if (found === "gone") throw new Problem("serviceUnavailable", "whoever waited has left");
    if (found === "closed") throw new Problem("serviceUnavailable", "the sandbox stopped while waiting");
    if (found === "restarted")
      throw notInTime(parts, query, "the world was started anew meanwhile, ask again with after=0");
    if (found === "timeout") throw notInTime(parts, query, `waited ${durationText(timeoutMs)} of real time`);
    return eventView(found);
  },
};

/** Which events a list, a wait or a stream is about. */
export type WantedEvents = Pick<AdminRequest<"waitForEvent">["query"], "tenant_id" | "type" | "resource_id" | "after">;

export function eventQuery({ tenant_id, type, resource_id, after = 0 }: WantedEvents, limit: number): EventQuery {
  return {
    ...(tenant_id === undefined ? {} : { tenantId: tenant_id }),
    ...(type === undefined ? {} : { type }),
    ...(resource_id === undefined ? {} : { resourceId: resource_id }),
    after,
    limit,
  };
}

/** In a query everything is text, so bare digits are milliseconds. */
function waitOf(text: string): number {
  return durationMs("timeout", /^\d+$/.test(text) ? Number(text) : (parseDuration(text) ?? text), LONGEST_WAIT_MS);
}

/** 408 with what holds the event back and the call that helps, so that a person sees why it did not come. */
function notInTime(parts: AdminDependencies, wanted: WantedEvents, why: string): Problem {
  const reasons = reasonsFor(parts, wanted);
  const shown = reasons.slice(0, MOST_TOLD).map(({ message }) => message);
  const more = reasons.length > MOST_TOLD ? `; ${reasons.length - MOST_TOLD} more in details.held_back` : "";
  const { clock } = parts.flow.world;
  const waiting = networkViews(parts).filter((one) => one.mining === "manual" && one.waiting_transactions > 0);
  return new Problem("waitTimedOut", `${why}: ${shown.join("; ")}${more}`, {
    details: {
      held_back: reasons,
      pending: {
        clock: { now: isoTime(clock.peek()), mode: clock.mode },
        planned: plannedWork(parts),
        networks_to_mine: waiting.map(({ network, waiting_transactions }) => ({ network, waiting_transactions })),
        faults: faultViews(parts),
      },
    },
  });
}

/** What holds everything back, besides what is about this event alone. */
function reasonsFor(
  parts: AdminDependencies,
  { after = 0, ...wanted }: WantedEvents,
): components["schemas"]["HeldBack"][] {
  const [before] = after === 0 ? [] : listEvents(parts.flow.world.db, eventQuery({ ...wanted, after: 0 }, 1));
  const reasons = blockersOf(parts);
  if (before !== undefined) {
    const next = `GET /admin/events?after=${before.sequence - 1}`;
    const message = `such an event came before, with sequence ${before.sequence}, and after=${after} leaves it out: ${next}`;
    reasons.unshift({ reason: "came-before", message, next, ref: before.id });
  }
  if (reasons.length > 0) return reasons;
  const message = "nothing is planned that could bring it: do what it tells of, or look at type and resource_id";
  return [{ reason: "nothing-pending", message, next: null }];
}
