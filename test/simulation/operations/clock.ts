// Operations on virtual time: advance by nothing up to a quarter of a year; a time in the past is refused.
import type { Simulation } from "../simulation.ts";
import type { Operation } from "./operation.ts";

const isoOf = (ms: number): string => new Date(ms).toISOString();

export async function advance(sim: Simulation, ms: number): Promise<any> {
  const { model } = sim;
  const answer = await sim.adminOk("POST", "/clock/advance", { by: ms });
  sim.check(answer.from === isoOf(model.now), () => `the clock was at ${answer.from}, not ${isoOf(model.now)}`);
  model.now += ms;
  sim.check(answer.to === isoOf(model.now), () => `the clock is at ${answer.to}, not ${isoOf(model.now)}`);
  if (answer.ran?.length > 1_000) sim.recordSituation("advance crossing more than 1,000 due jobs");
  return answer;
}

async function advanceUsual(sim: Simulation): Promise<void> {
  const { dice } = sim;
  await advance(sim, dice.of([0, 1, 999, 1_000 + dice.upTo(20_000), 10_000, 60_000, dice.upTo(300_000), 3_600_000]));
}

async function advanceFar(sim: Simulation): Promise<void> {
  await advance(sim, sim.dice.of([86_400_000, 7 * 86_400_000, 90 * 86_400_000]));
}

async function backwards(sim: Simulation): Promise<void> {
  const answer = await sim.admin("POST", "/clock/advance", { to: isoOf(sim.model.now - 1) });
  sim.check(answer.status === 400, () => `a time in the past was answered ${answer.status}`);
}

/** Advances to 1 ms before a cutoff, to the cutoff, or to 1 ms after it. */
async function toTheCutoff(sim: Simulation): Promise<void> {
  const { model, dice } = sim;
  const cutoffs = model.payouts.flatMap(({ answer, status, cutoff }) =>
    answer === "accepted" && status !== "confirmed" && cutoff !== undefined && cutoff > model.now + 1 ? [cutoff] : [],
  );
  if (cutoffs.length > 0) await advance(sim, dice.of(cutoffs) - model.now + dice.upTo(3) - 1);
}

export const CLOCK_OPERATIONS: readonly Operation[] = [
  { name: "advance", weight: 8, always: true, run: advanceUsual },
  { name: "advance far", weight: 1, run: advanceFar },
  { name: "advance to a cutoff", weight: 2, run: toTheCutoff },
  { name: "back in time", weight: 1, run: backwards },
];
