// Whether a hunt judged enough of its worlds to prove anything (U-16).
import type { HuntReport } from "../report.ts";

/** Worlds from which on each rare situation must have been met. */
export const MIN_WORLDS = 1_000;
/** More worlds than this share that were not judged, and the hunt proves nothing. */
const MAX_NOT_JUDGED = 0.05;
/** Fewer worlds say nothing about a share. */
const MIN_SHARE_WORLDS = 20;

/** Worlds of plans; those of shrinking, repetitions and plain worlds do not count. */
export function plannedWorlds({ singles, pairs, swarm }: HuntReport["worlds"]): number {
  return singles + pairs + swarm;
}

/** Why too few worlds were judged, with the most frequent reason; null when there were enough. */
export function tooFewJudged(planned: number, notJudged: HuntReport["not_judged"]): string | null {
  const missed = notJudged.reduce((sum, { worlds }) => sum + worlds, 0);
  if (planned < MIN_SHARE_WORLDS || missed <= planned * MAX_NOT_JUDGED) return null;
  const [most] = notJudged.toSorted((a, b) => b.worlds - a.worlds);
  return `${missed} of ${planned} worlds could not be judged, most often because ${most?.why}`;
}
