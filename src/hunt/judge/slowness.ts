// B-16: the answers to webhooks over a whole hunt. In one world a single stall of the machine would be the 95th percentile.

/** Answers to genuine webhooks that no fault touched, and how many of them came late. */
export type Answers = { readonly count: number; readonly slow: number };

export const NO_ANSWERS: Answers = { count: 0, slow: 0 };
/** Wall ms after which an answer is slow. */
const SLOW_MS = 2_000;
/** Answers from which on a share says something. */
const MIN_ANSWERS = 20;
/** More than one in so many, and the 95th percentile is slow. */
const SHARE = 20;

/** @param durations wall ms of further answers */
export function withDurations({ count, slow }: Answers, durations: readonly number[], slowMs = SLOW_MS): Answers {
  return { count: count + durations.length, slow: slow + durations.filter((ms) => ms > slowMs).length };
}

export function added(all: readonly Answers[]): Answers {
  return all.reduce((sum, one) => ({ count: sum.count + one.count, slow: sum.slow + one.slow }), NO_ANSWERS);
}

export function areSlow({ count, slow }: Answers): boolean {
  return count >= MIN_ANSWERS && slow * SHARE > count;
}

export function slownessText({ count, slow }: Answers): string {
  return `${slow} of ${count} answers to webhooks took more than ${SLOW_MS / 1_000} s`;
}

/** Why nothing is said about slowness; null when it is. */
export function slownessNotJudged({ count }: Answers): string | null {
  return count >= MIN_ANSWERS ? null : `only ${count} webhooks were answered without a fault`;
}
