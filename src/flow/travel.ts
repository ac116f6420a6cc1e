// Time travel: everything due on the way is done at its own instant, with the same steps as live.
import { upcoming } from "../domain/agenda.ts";
import type { World } from "../domain/world.ts";
import { isoTime, LATEST_MS } from "../kernel/clock.ts";
import { Problem } from "../kernel/problem.ts";
import type { Deliverer } from "./jobs/deliver.ts";
import type { Loop, Ran } from "./loop.ts";

/** A journey that does more than this is a runaway: it stops with a valid clock. */
const MOST_STEPS = 1_000_000;

/** How many of the done things an answer lists. */
const MOST_LISTED = 10_000;

export type Journey = { from: number; to: number; ran: Ran[]; steps: number };
export type TravelParts = { world: World; loop: Loop; deliverer: Deliverer };

/** Moves to `to` (virtual ms), doing all that is due until then, deliveries included. Runs inside `loop.exclusive`. */
export async function advance(parts: TravelParts, to: number): Promise<Journey> {
  const journey = await run(parts, to);
  parts.world.clock.moveTo(to);
  await doDue(parts, journey);
  return { ...journey, to: parts.world.clock.now() };
}

/** Does what is due now; with `until` also moves from one due thing to the next up to there. */
export async function runUntilIdle(parts: TravelParts, until: number | undefined): Promise<Journey> {
  if (until !== undefined) return run(parts, until);
  const journey = begin(parts);
  await doDue(parts, journey);
  return { ...journey, to: parts.world.clock.now() };
}

/** Something planned, as answers list it. */
export type PendingWork = { at: number; what: string; ref: string };

/** What is still planned, soonest first. */
export function pendingWork(world: World, limit = 100): PendingWork[] {
  return upcoming(world.db, limit).map(({ due_at, job, ref }) => ({ at: due_at, what: job, ref }));
}

async function run(parts: TravelParts, to: number): Promise<Journey> {
  const { world, loop } = parts;
  const journey = begin(parts);
  for (;;) {
    await doDue(parts, journey);
    const next = loop.nextInstant();
    if (next === undefined || next > to) break;
    world.clock.moveTo(next);
  }
  return { ...journey, to: world.clock.now() };
}

function begin({ world }: TravelParts): Journey {
  const from = world.clock.tick();
  return { from, to: from, ran: [], steps: 0 };
}

/** Until nothing is due and no delivery is under way: what a delivery's end plans counts as due too. */
async function doDue({ loop, deliverer }: TravelParts, journey: Journey): Promise<void> {
  for (;;) {
    const ran = await loop.step();
    if (ran !== undefined) {
      journey.steps += 1;
      if (journey.ran.length < MOST_LISTED) journey.ran.push(ran);
      if (journey.steps > MOST_STEPS)
        throw new Problem("internalServerError", `a runaway: ${MOST_STEPS} steps without an end`);
    } else if (deliverer.busy) await deliverer.idle();
    else return;
  }
}

/** An instant the clock can be moved to. @throws Problem invalidRequest beyond its end */
export function reachable(at: number): number {
  if (at < LATEST_MS) return at;
  throw new Problem("invalidRequest", `the clock ends at ${isoTime(LATEST_MS)}: reset the world to begin again`);
}
