// Events: a list by cursor, and waiting for one.
import { type EventQuery, type EventRow, listEvents } from "../../domain/outbox.ts";
import { present } from "../../kernel/assert.ts";
import { isoTime } from "../../kernel/clock.ts";
import { exactJson } from "../../kernel/exact-json.ts";
import { Problem } from "../../kernel/problem.ts";
import type { components } from "../../spec/admin.gen.ts";
import { durationMs, durationText, parseDuration } from "../duration.ts";
import type { AdminHandlers, AdminRequest } from "../handler.ts";
import type { AdminParts } from "../parts.ts";
import { plannedWork } from "./clock.ts";
import { faultViews } from "./faults.ts";
import { networkViews } from "./networks.ts";

const LONGEST_WAIT_MS = 300_000;

type Event = components["schemas"]["Event"];

/** An event with the payload that its deliveries carry, digit for digit. */
export function eventView(row: EventRow): Event {
  const envelope = exactJson(present(row.body, "the body of an announced event", { id: row.id })) as Pick<
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
    const found = await parts.watchers.waiters.wait(look, timeoutMs, client);
    if (found === "gone") throw new Problem("serviceUnavailable", "whoever waited has left");
    if (found === "closed") throw new Problem("serviceUnavailable", "the sandbox stopped while waiting");
    if (found === "restarted") throw notInTime(parts, "the world was started anew meanwhile, ask again with after=0");
    if (found === "timeout") throw notInTime(parts, `waited ${durationText(timeoutMs)} of real time`);
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

/** 408 with whatever could still bring the event, so that a person sees why it did not come. */
function notInTime(parts: AdminParts, why: string): Problem {
  const { clock } = parts.flow.world;
  const waiting = networkViews(parts).filter(
    (network) => network.mining === "manual" && network.waiting_transactions > 0,
  );
  return new Problem("waitTimedOut", `${why}: details.pending says what could still bring it`, {
    details: {
      pending: {
        clock: { now: isoTime(clock.peek()), mode: clock.mode },
        planned: plannedWork(parts),
        networks_to_mine: waiting.map(({ network, waiting_transactions }) => ({ network, waiting_transactions })),
        faults: faultViews(parts),
      },
    },
  });
}
