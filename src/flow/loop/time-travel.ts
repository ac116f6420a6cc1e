// Time travel: runs everything due on the way at its own instant, with the same steps as live.
import { upcoming } from "../../domain/agenda.ts";
import type { World } from "../../domain/world.ts";
import { putClock } from "../../domain/world-row.ts";
import { type ClockMode, isoTime, LATEST_MS } from "../../kernel/clock.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Deliverer } from "../deliveries/deliver.ts";
import type { Loop } from "./loop.ts";
import type { CompletedStep, LoopStep } from "./loop-dependencies.ts";
import { MAX_STEPS, tooManySteps } from "./loop-errors.ts";

/** Maximum number of completed steps that an answer lists. */
const MAX_LISTED_STEPS = 10_000;

export type TimeTravelResult = { from: number; to: number; ran: CompletedStep[]; steps: number };
export type TimeTravelDependencies = { world: World; loop: Loop; deliverer: Deliverer; maxSteps?: number };

/** The instant of the Nth work that is planned; several at one instant count as one. */
type NextInstant = { next: number };

/**
 * Moves the clock to `to` (virtual ms) and runs all that is due until then, deliveries included; a `next` instant that is not planned
 * ends at the last one before it. Runs inside `loop.exclusive`.
 * @throws Problem invalidRequest for an instant in the past or beyond the end of the clock; internalServerError for too many steps
 */
export async function advance(
  dependencies: TimeTravelDependencies,
  to: number | NextInstant,
  from = dependencies.world.clock.tick(),
): Promise<TimeTravelResult> {
  if (typeof to !== "number") return run(dependencies, LATEST_MS - 1, from, to.next);
  if (to < from) {
    const why = "time goes forward only: name an instant that is not in the past";
    throw new Problem("invalidRequest", why, { details: { now: isoTime(from) } });
  }
  const result = await run(dependencies, reachable(to), from);
  dependencies.world.clock.moveTo(to);
  await doDue(dependencies, result);
  saveClock(dependencies.world);
  return { ...result, to: dependencies.world.clock.now() };
}

/** Moves the clock by `durationMs`, measured from one reading: a running clock read twice would make the way a millisecond shorter. */
export function advanceBy(dependencies: TimeTravelDependencies, durationMs: number): Promise<TimeTravelResult> {
  const from = dependencies.world.clock.tick();
  return advance(dependencies, from + durationMs, from);
}

/** Freezes the clock or lets it run on from its position. */
export function setClockMode(world: World, mode: ClockMode): void {
  if (mode === "frozen") world.clock.freeze();
  else world.clock.resume();
  saveClock(world);
}

/** A time travel without due work writes no row of its own: its end is saved for a restart. */
function saveClock({ db, clock }: World): void {
  db.transaction(() => putClock(db, clock.state()));
}

/** Runs what is due now; with `until` also moves the clock from one due item to the next up to there. Throws as `advance` does. */
export async function runUntilIdle(
  dependencies: TimeTravelDependencies,
  until: number | undefined,
): Promise<TimeTravelResult> {
  if (until !== undefined) return run(dependencies, reachable(until));
  const result = startAt(dependencies.world.clock.tick());
  await doDue(dependencies, result);
  return { ...result, to: dependencies.world.clock.now() };
}

/** A planned block or job, as answers list it. */
export type PendingWork = { at: number; what: string; ref: string };

/** Planned blocks and jobs, soonest first. */
export function pendingWork(
  world: World,
  blocks: readonly { at: number; network: string }[],
  limit = 100,
): PendingWork[] {
  const jobs = upcoming(world.db, limit).map(({ due_at, job, ref }) => ({ at: due_at, what: job, ref }));
  const mined = blocks.map(({ at, network }) => ({ at, what: "block", ref: network }));
  return [...mined, ...jobs].toSorted((a, b) => a.at - b.at).slice(0, limit);
}

/** Checks that the clock can be moved to an instant. @throws Problem invalidRequest beyond its end */
function reachable(at: number): number {
  if (at < LATEST_MS) return at;
  throw new Problem("invalidRequest", `the clock ends at ${isoTime(LATEST_MS)}: reset the world to begin again`);
}

async function run(
  dependencies: TimeTravelDependencies,
  to: number,
  from = dependencies.world.clock.tick(),
  instants = Number.POSITIVE_INFINITY,
): Promise<RunningResult> {
  const { world, loop } = dependencies;
  const result = startAt(from);
  for (let reached = 0; ; reached += 1) {
    await doDue(dependencies, result);
    const next = loop.nextInstant();
    if (next === undefined || next > to || reached === instants) break;
    world.clock.moveTo(next);
    failpoint("clock.mid_advance");
  }
  saveClock(world);
  return { ...result, to: world.clock.now() };
}

/** `counted`: the steps that the limit counts. */
type RunningResult = TimeTravelResult & { counted: number };

function startAt(from: number): RunningResult {
  return { from, to: from, ran: [], steps: 0, counted: 0 };
}

/** Runs until nothing is due and no delivery is running: a retry scheduled by a delivery counts as due too. */
async function doDue(
  { world, loop, deliverer, maxSteps = MAX_STEPS }: TimeTravelDependencies,
  result: RunningResult,
): Promise<void> {
  for (;;) {
    if (result.counted >= maxSteps && loop.isDue)
      throw tooManySteps(world.clock.now(), result.steps, result.ran.slice(-5));
    // A handler may write to the API, and answer only when that is done: its work runs while its delivery is waited for.
    const due = await loop.step();
    if (due === undefined && !deliverer.busy && deliverer.endSwaps()) continue;
    if (due === undefined && !deliverer.busy) return;
    const step = due ?? (await loop.meanwhile(() => deliverer.idle()));
    if (step !== undefined) record(result, step);
  }
}

function record(result: RunningResult, { counts, ...ran }: LoopStep): void {
  result.steps += 1;
  if (counts) result.counted += 1;
  if (result.ran.length < MAX_LISTED_STEPS) result.ran.push(ran);
}
