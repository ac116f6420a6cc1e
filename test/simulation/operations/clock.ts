// Time: forward by nothing, by a moment, by a quarter of a year; the past is refused.
import type { Play } from "../play.ts";
import type { Operation } from "./operation.ts";

const isoOf = (ms: number): string => new Date(ms).toISOString();

export async function advance(play: Play, ms: number): Promise<any> {
  const { model } = play;
  const answer = await play.must("POST", "/clock/advance", { by: ms });
  play.demand(answer.from === isoOf(model.now), () => `time stood at ${answer.from}, not ${isoOf(model.now)}`);
  model.now += ms;
  play.demand(answer.to === isoOf(model.now), () => `time stands at ${answer.to}, not ${isoOf(model.now)}`);
  if (answer.ran?.length > 1_000) play.note("advance crossing more than 1,000 due jobs");
  return answer;
}

async function usual(play: Play): Promise<void> {
  const { dice } = play;
  await advance(play, dice.of([0, 1, 999, 1_000 + dice.upTo(20_000), 10_000, 60_000, dice.upTo(300_000), 3_600_000]));
}

async function far(play: Play): Promise<void> {
  await advance(play, play.dice.of([86_400_000, 7 * 86_400_000, 90 * 86_400_000]));
}

async function backwards(play: Play): Promise<void> {
  const answer = await play.admin("POST", "/clock/advance", { to: isoOf(play.model.now - 1) });
  play.demand(answer.status === 400, () => `the way back in time was answered ${answer.status}`);
}

/** A cutoff may be as near as a millisecond: time stops right before it, at it, or right after. */
async function toTheCutoff(play: Play): Promise<void> {
  const { model, dice } = play;
  const cutoffs = model.payouts.flatMap(({ answer, status, cutoff }) =>
    answer === "kept" && status !== "confirmed" && cutoff !== undefined && cutoff > model.now + 1 ? [cutoff] : [],
  );
  if (cutoffs.length > 0) await advance(play, dice.of(cutoffs) - model.now + dice.upTo(3) - 1);
}

export const CLOCK_OPERATIONS: readonly Operation[] = [
  { name: "advance", weight: 8, always: true, act: usual },
  { name: "advance far", weight: 1, act: far },
  { name: "advance to a cutoff", weight: 2, act: toTheCutoff },
  { name: "back in time", weight: 1, act: backwards },
];
