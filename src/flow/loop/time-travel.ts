// Time travel: everything due on the way is done at its own instant, with the same steps as live.
import { upcoming } from "../../domain/agenda.ts";
import type { World } from "../../domain/world.ts";
import { putClock } from "../../domain/world-row.ts";
import { type ClockMode, isoTime, LATEST_MS } from "../../kernel/clock.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Deliverer } from "../deliveries/deliver.ts";
import type { Loop } from "./loop.ts";
import type { CompletedStep } from "./loop-dependencies.ts";
import { MAX_STEPS, tooManySteps } from "./loop-errors.ts";

/** How many of the done things an answer lists. */
const MOST_LISTED = 10_000;

export type TimeTravelResult = { from: number; to: number; ran: CompletedStep[]; steps: number };
export type TimeTravelDependencies = { world: World; loop: Loop; deliverer: Deliverer; maxSteps?: number };

/**
 * Moves to `to` (virtual ms), doing all that is due until then, deliveries included. Runs inside `loop.exclusive`.
 * @throws Problem invalidRequest for an instant in the past or beyond the end of the clock; internalServerError for a runaway
 */
export async function advance(parts: TimeTravelDependencies, to: number): Promise<TimeTravelResult> {
  const now = parts.world.clock.tick();
  if (to < now) {
    const why = "time goes forward only: name an instant that is not in the past";
    throw new Problem("invalidRequest", why, { details: { now: isoTime(now) } });
  }
  const journey = await run(parts, reachable(to));
  parts.world.clock.moveTo(to);
  await doDue(parts, journey);
  noteClock(parts.world);
  return { ...journey, to: parts.world.clock.now() };
}

/** Stops the clock or lets it run on from where it stands. */
export function setClockMode(world: World, mode: ClockMode): void {
  if (mode === "frozen") world.clock.freeze();
  else world.clock.resume();
  noteClock(world);
}

/** A journey over nothing writes no row of its own: its end is written down for a restart. */
function noteClock({ db, clock }: World): void {
  db.transaction(() => putClock(db, clock.state()));
}

/** Does what is due now; with `until` also moves from one due thing to the next up to there. Problems as for `advance`. */
export async function runUntilIdle(
  parts: TimeTravelDependencies,
  until: number | undefined,
): Promise<TimeTravelResult> {
  if (until !== undefined) return run(parts, reachable(until));
  const journey = begin(parts);
  await doDue(parts, journey);
  return { ...journey, to: parts.world.clock.now() };
}

/** Something planned, as answers list it. */
export type PendingWork = { at: number; what: string; ref: string };

/** What is still planned, soonest first: blocks, then jobs. */
export function pendingWork(
  world: World,
  blocks: readonly { at: number; network: string }[],
  limit = 100,
): PendingWork[] {
  const jobs = upcoming(world.db, limit).map(({ due_at, job, ref }) => ({ at: due_at, what: job, ref }));
  const mined = blocks.map(({ at, network }) => ({ at, what: "block", ref: network }));
  return [...mined, ...jobs].toSorted((a, b) => a.at - b.at).slice(0, limit);
}

/** An instant the clock can be moved to. @throws Problem invalidRequest beyond its end */
function reachable(at: number): number {
  if (at < LATEST_MS) return at;
  throw new Problem("invalidRequest", `the clock ends at ${isoTime(LATEST_MS)}: reset the world to begin again`);
}

async function run(parts: TimeTravelDependencies, to: number): Promise<TimeTravelResult> {
  const { world, loop } = parts;
  const journey = begin(parts);
  for (;;) {
    await doDue(parts, journey);
    const next = loop.nextInstant();
    if (next === undefined || next > to) break;
    world.clock.moveTo(next);
    failpoint("clock.mid_advance");
  }
  noteClock(world);
  return { ...journey, to: world.clock.now() };
}

function begin({ world }: TimeTravelDependencies): TimeTravelResult {
  const from = world.clock.tick();
  return { from, to: from, ran: [], steps: 0 };
}

/** Until nothing is due and no delivery is under way: what a delivery's end plans counts as due too. */
async function doDue(
  { world, loop, deliverer, maxSteps = MAX_STEPS }: TimeTravelDependencies,
  journey: TimeTravelResult,
): Promise<void> {
  for (;;) {
    if (journey.steps >= maxSteps && loop.isDue)
      throw tooManySteps(world.clock.now(), journey.steps, journey.ran.slice(-5));
    const ran = await loop.step();
    if (ran !== undefined) {
      journey.steps += 1;
      if (journey.ran.length < MOST_LISTED) journey.ran.push(ran);
    } else if (deliverer.busy) await deliverer.idle();
    else return;
  }
}
