// Dice: the same seed throws the same numbers, so that a plan can be drawn again.

export type Dice = { upTo(most: number): number; of<T>(values: readonly T[]): T; oneIn(n: number): boolean };

/** Numbers from a seed (a 32-bit mixer; enough for choosing what to do). `upTo(n)` is 0 … n − 1. */
export function diceOf(seed: number): Dice {
  let state = (seed * 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const upTo = (most: number): number => next() % most;
  return { upTo, of: (values) => values[upTo(values.length)] as (typeof values)[number], oneIn: (n) => upTo(n) === 0 };
}
