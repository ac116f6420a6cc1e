// Plays one plan as one world: the steps with looks in between, then rest, then the verdict (U-10…U-13).
import type { HuntStep } from "../plan/step.ts";
import type { Breach, StoryRun, WorldVerdict } from "../report.ts";
import { differences, look } from "./look.ts";
import { perform } from "./perform.ts";
import { rest } from "./rest.ts";
import type { Setting } from "./setting.ts";
import { beginTrace, trace } from "./trace.ts";
import { World } from "./world.ts";

export type Played = {
  readonly verdict: WorldVerdict;
  readonly why: string | null;
  readonly breaches: readonly Breach[];
  readonly story: StoryRun;
  readonly met: readonly string[];
  /** How many steps were played when an error was seen first; all of them if it was seen at rest. */
  readonly at: number;
  readonly restarts: number;
  readonly restartMs: number;
  /** Wall ms that the app took to answer genuine webhooks. */
  readonly durations: readonly number[];
};

/** Plays a world. @throws HostFault when the sandbox answers no more; AppFault when the app cannot be started again */
export async function play(
  setting: Setting,
  steps: readonly HuntStep[],
  number: number,
  traced = false,
): Promise<Played> {
  const world = new World(setting, number);
  if (traced) await beginTrace(world);
  await playSteps(world, steps, traced);
  return playedOf(world, steps, await rest(world, steps));
}

/** What a world at rest showed. @param why it could not be judged; null if it could */
export function playedOf(world: World, steps: readonly HuntStep[], why: string | null): Played {
  world.differences = differences(world);
  return {
    verdict: world.breaches.length > 0 ? "failed" : why === null ? "passed" : "not judged",
    ...{
      why: world.isBroken ? null : why,
      breaches: world.breaches,
      met: [...world.met],
      at: world.at ?? steps.length,
    },
    story: { lines: world.lines, events: world.events, breaches: world.breaches, differences: world.differences },
    ...{ restarts: world.restarts, restartMs: world.restartMs },
    durations: world.deliveries.flatMap(({ attempts }) =>
      attempts.flatMap(({ fault, duration_ms }) => (fault === null && duration_ms !== null ? [duration_ms] : [])),
    ),
  };
}

/** Plays the steps until an error is seen, with looks in between. */
async function playSteps(world: World, steps: readonly HuntStep[], traced: boolean): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const asked = await perform(world, step);
    // A story is told step by step; without one, calls of the sandbox wait for each other.
    if (traced) await trace(world, step, (await world.calls.flush()) > 0 ? "idle" : asked);
    if (isLookedAfter(world, step, steps[index + 1])) await lookAfter(world, index + 1, traced);
    if (world.isBroken) return;
  }
}

async function lookAfter(world: World, played: number, traced: boolean): Promise<void> {
  await world.calls.flush();
  if (world.isBroken) return;
  await look(world, played);
  if (traced) await world.calls.flush();
}

const LOOKED_AFTER: ReadonlySet<HuntStep["do"]> = new Set([
  ...(["pay", "settle", "travel", "mine", "reorg", "replay", "reconcile", "together", "heal", "withdraw"] as const),
]);

/** The books are not read before a restart that is to hit the app at work; after the last step rest looks, unless blocks have to come first. */
export function isLookedAfter({ changed }: World, { do: kind }: HuntStep, next: HuntStep | undefined): boolean {
  return LOOKED_AFTER.has(kind) && next?.do !== "restart" && (next !== undefined || changed.mining.size > 0);
}
