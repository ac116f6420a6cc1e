// Event operations: a list by cursor, and waiting for one event.
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

const MAX_WAIT_MS = 300_000;
/** Number of reasons in the message; `details` has all of them. */
const MAX_SHOWN_REASONS = 3;

type Event = components["schemas"]["Event"];

/** An event with the payload of its deliveries, digit for digit. */
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

export const eventHandlers: Pick<AdminHandlers, "waitForEvent"> = {
  waitForEvent: async (dependencies, { query }, client) => {
    const timeoutMs = waitOf(query.timeout ?? "30s");
    const look = (): EventRow | undefined => listEvents(dependencies.flow.world.db, eventQuery(query, 1))[0];
    const found = await dependencies.subscribers.waiters.wait(look, timeoutMs, client);
    if (found === "gone") throw new Problem("serviceUnavailable", "the client that waited has disconnected");
    if (found === "closed") throw new Problem("serviceUnavailable", "the sandbox stopped while waiting");
    if (found === "restarted")
      throw notInTime(dependencies, query, "the world was reset or restored meanwhile: ask again with after=0");
    if (found === "timeout") throw notInTime(dependencies, query, `waited ${durationText(timeoutMs)} of real time`);
    return eventView(found);
  },
};

/** The filter of a list, a wait or a stream. */
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

/** A query has texts only, so bare digits are milliseconds. */
function waitOf(text: string): number {
  return durationMs("timeout", /^\d+$/.test(text) ? Number(text) : (parseDuration(text) ?? text), MAX_WAIT_MS);
}

/** 408 with the reasons that hold the event back and the calls that help, so that a person sees why it did not come. */
function notInTime(dependencies: AdminDependencies, wanted: WantedEvents, why: string): Problem {
  const reasons = reasonsFor(dependencies, wanted);
  const shown = reasons.slice(0, MAX_SHOWN_REASONS).map(({ message }) => message);
  const more =
    reasons.length > MAX_SHOWN_REASONS ? `; ${reasons.length - MAX_SHOWN_REASONS} more in details.held_back` : "";
  const { clock } = dependencies.flow.world;
  const waiting = networkViews(dependencies).filter((one) => one.mining === "manual" && one.waiting_transactions > 0);
  return new Problem("waitTimedOut", `${why}: ${shown.join("; ")}${more}`, {
    details: {
      held_back: reasons,
      pending: {
        clock: { now: isoTime(clock.peek()), mode: clock.mode },
        planned: plannedWork(dependencies),
        networks_to_mine: waiting.map(({ network, waiting_transactions }) => ({ network, waiting_transactions })),
        faults: faultViews(dependencies),
      },
    },
  });
}

/** The reasons that hold any work back, and the one that is about this event alone. */
function reasonsFor(
  dependencies: AdminDependencies,
  { after = 0, ...wanted }: WantedEvents,
): components["schemas"]["HeldBack"][] {
  const [before] = after === 0 ? [] : listEvents(dependencies.flow.world.db, eventQuery({ ...wanted, after: 0 }, 1));
  const reasons = blockersOf(dependencies);
  if (before !== undefined) {
    const next = `GET /admin/events?after=${before.sequence - 1}`;
    const message = `such an event came before, with sequence ${before.sequence}, and after=${after} leaves it out: ${next}`;
    reasons.unshift({ reason: "came-before", message, next, ref: before.id });
  }
  if (reasons.length > 0) return reasons;
  const message = "nothing is planned that could bring it: do what the event reports, or check type and resource_id";
  return [{ reason: "nothing-pending", message, next: null }];
}
