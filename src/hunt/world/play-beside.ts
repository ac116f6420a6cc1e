// Plays several plans side by side in one journey: each in a world of its own owners, with the shared steps done once (U-15).
import { type Round, roundsOf } from "../plan/beside.ts";
import { flat, type HuntStep } from "../plan/step.ts";
import { look } from "./look.ts";
import { attempted, isAsking, isQuiet } from "./perform.ts";
import { isLookedAfter, type Played, playedOf } from "./play.ts";
import { restAll } from "./rest.ts";
import type { Setting } from "./setting.ts";
import { severally } from "./severally.ts";
import { World } from "./world.ts";

export type BesidePlan = { readonly number: number; readonly steps: readonly HuntStep[] };

/** `isMet`: every fault of the plan fired at least once. A world that passes without it proves nothing about it (U-16). */
export type PlayedBeside = Played & { readonly isMet: boolean };

type Fault = Extract<HuntStep, { do: "fault" }>;
type Side = { readonly world: World; readonly steps: readonly HuntStep[]; done: number };

/**
 * Plays plans that share their steps (`besideOf`). What cannot be told apart, such as the end of the app, is wrong in each of them; the time
 * that webhooks took is told of none, since they waited for each other.
 * @throws HostFault when the sandbox answers no more; AppFault when the app cannot be started again
 */
export async function playBeside(setting: Setting, plans: readonly BesidePlan[], repairsOwner: boolean) {
  const journey = new World(setting, 0);
  const sides = plans.map(
    ({ number, steps }): Side => ({ world: new World(setting, number, journey), steps, done: 0 }),
  );
  const met = new Met(journey);
  const rounds = roundsOf(
    plans.map(({ steps }) => steps),
    repairsOwner,
  );
  for (const round of rounds) {
    if ("shared" in round && round.shared.do === "heal") await met.note();
    await playRound(journey, sides, round);
  }
  await met.note();
  const whys = await restAll(journey, sides);
  return sides.map(({ world, steps }, index): PlayedBeside => {
    world.breach(...journey.breaches);
    const played = playedOf(world, steps, whys[index] ?? null);
    return { ...played, durations: [], isMet: met.all(world, steps) };
  });
}

async function playRound(journey: World, sides: readonly Side[], round: Round): Promise<void> {
  const moved = sides.filter(({ world }, index) => !world.isBroken && ("shared" in round || hasTurn(round.own, index)));
  if ("shared" in round) {
    if (isAsking(round.shared)) await journey.calls.flush();
    const done = await attempted(journey, round.shared);
    if (done !== "idle" && !isQuiet(round.shared)) await journey.calls.add("POST", "/run-until-idle", {});
    for (const side of sides) {
      side.done += 1;
      side.world.restarts = journey.restarts;
    }
  } else {
    await playTurns(journey, sides, round.own);
  }
  const looking = moved.filter(({ world, steps, done }) => {
    const step = steps[done - 1];
    return step !== undefined && isLookedAfter(world, step, steps[done]);
  });
  if (looking.length === 0) return;
  await journey.calls.flush();
  await severally(looking, async ({ world, done }) => {
    if (!world.isBroken) await look(world, done);
  });
}

function hasTurn(own: readonly (readonly HuntStep[])[], index: number): boolean {
  return (own[index]?.length ?? 0) > 0;
}

/** What only the sandbox is told goes out together; then the app is asked, by some sides at a time. */
async function playTurns(journey: World, sides: readonly Side[], own: readonly (readonly HuntStep[])[]): Promise<void> {
  const turns = sides.flatMap((side, index) => {
    const steps = own[index] ?? [];
    side.done += steps.length;
    return side.world.isBroken || steps.length === 0 ? [] : [{ world: side.world, steps }];
  });
  let moved = false;
  const play = async (world: World, step: HuntStep): Promise<void> => {
    const done = await attempted(world, step);
    if (done !== "idle" && !isQuiet(step)) moved = true;
  };
  const asking = turns.flatMap(({ world, steps }) => steps.filter(isAsking).map((step) => ({ world, step })));
  for (const { world, steps } of turns) for (const step of steps) if (!isAsking(step)) await play(world, step);
  if (asking.length > 0) await journey.calls.flush();
  const isAlone = ({ step }: { step: HuntStep }): boolean => step.do === "together" || step.do === "replay";
  await severally(
    asking.filter((one) => !isAlone(one)),
    ({ world, step }) => play(world, step),
  );
  for (const { world, step } of asking.filter(isAlone)) await play(world, step);
  if (moved) await journey.calls.add("POST", "/run-until-idle", {});
}

/** The faults that fired, by whom they were meant for. One that was refused fired as little as one that nothing met. */
class Met {
  readonly #journey: World;
  readonly #fired = new Set<string>();

  constructor(journey: World) {
    this.#journey = journey;
  }

  /** Has them read with the next calls: before they are deleted. */
  async note(): Promise<void> {
    const read = ({ items }: Record<string, unknown>): void => {
      for (const { hits, match, ...rest } of items as StoredFault[]) {
        const subject = match["owner"] ?? match["to_address"];
        if (hits > 0 && subject !== undefined) this.#fired.add(keyOf({ ...rest, match }, subject));
      }
    };
    await this.#journey.calls.add("GET", "/faults", undefined, { read, must: true });
  }

  all(world: World, steps: readonly HuntStep[]): boolean {
    return flat(steps).every((step) => {
      if (step.do !== "fault" || step.of === undefined) return true;
      const subject = "owner" in step.of ? world.nameOf(step.of.owner) : world.targetOf(step.of.withdrawal);
      return this.#fired.has(keyOf(step, subject));
    });
  }
}

type StoredFault = { gate: string; effect: string; match: Record<string, string>; after: number; hits: number };

function keyOf({ gate, effect, match = {}, after = 0 }: Omit<Fault, "do">, subject: string): string {
  const { type = "", operation_id = "", attempt = "" } = match;
  return JSON.stringify([gate, effect, type, operation_id, String(attempt), after, subject.toLowerCase()]);
}
