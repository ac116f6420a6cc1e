// Clock operations: read, advance, freeze and resume.
import { titleOf } from "../../flow/job-names.ts";
import { isoTime, parseTime } from "../../kernel/clock.ts";
import { durationMs } from "../../kernel/duration.ts";
import { Problem } from "../../kernel/problem.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers, AdminRequest } from "../handler.ts";
import { countFromNow } from "../travel-summary.ts";

/** The longest time travel of one call. */
export const MAX_JUMP_MS = 10 * 365 * 86_400_000;
/** Number of planned jobs in an answer. */
const MAX_SHOWN_JOBS = 20;

type Due = components["schemas"]["Due"];

/** The next planned work, as answers show it. */
export function plannedWork({ flow }: AdminDependencies, limit = MAX_SHOWN_JOBS): Due[] {
  return flow.pending(limit).map(dueView);
}

/** `limit`: how much of the planned work it names. */
export function clockView(dependencies: AdminDependencies, limit?: number): components["schemas"]["Clock"] {
  const { clock } = dependencies.flow.world;
  return {
    now: isoTime(clock.peek()),
    mode: clock.mode,
    offset_ms: Math.round(clock.offset),
    next_due: plannedWork(dependencies, limit),
  };
}

export function dueView({ at, what, ref }: { at: number; what: string; ref: string }): Due {
  return { at: isoTime(at), what, title: titleOf(what), ref };
}

export const clockHandlers: Pick<AdminHandlers, "getClock" | "advanceClock" | "freezeClock" | "resumeClock"> = {
  getClock: (dependencies, { query }) => clockView(dependencies, query.limit),
  advanceClock: async (dependencies, { body }) => {
    const summary = countFromNow(dependencies);
    const { from, to, ran } = await travel(dependencies, body);
    return { from: isoTime(from), to: isoTime(to), ran: ran.map(dueView), summary: summary() };
  },
  freezeClock: async (dependencies) => {
    await dependencies.flow.freeze();
    return clockView(dependencies);
  },
  resumeClock: async (dependencies) => {
    await dependencies.flow.resume();
    return clockView(dependencies);
  },
};

/** Exactly one of a duration, an instant, and a number of due instants. @throws Problem invalidRequest, also for the past and beyond ten years. */
function travel(
  { flow }: AdminDependencies,
  { by, to, next }: AdminRequest<"advanceClock">["body"],
): ReturnType<AdminDependencies["flow"]["advance"]> {
  if ([by, to, next].filter((one) => one !== undefined).length !== 1)
    throw new Problem("invalidRequest", "send exactly one of by, to and next");
  if (next !== undefined) return flow.advance({ next });
  if (by !== undefined) return flow.advanceBy(durationMs("by", by, MAX_JUMP_MS));
  const now = flow.world.clock.peek();
  const at = parseTime(to ?? "");
  if (at === null)
    throw new Problem("invalidRequest", "to is not an RFC 3339 date-time with an offset, such as 2026-01-31T12:00:00Z");
  if (at < now) {
    const details = { now: isoTime(now) };
    throw new Problem("invalidRequest", `to is in the past: time only goes forward, it is ${details.now}`, { details });
  }
  if (at - now > MAX_JUMP_MS)
    throw new Problem("invalidRequest", "to is more than ten years away: go in several steps");
  return flow.advance(at);
}
