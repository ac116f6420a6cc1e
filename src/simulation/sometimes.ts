// *Sometimes*: rare situations that a long run must have met, and those that it missed (R-178, U-23).

/** Counts a situation that occurred. */
export function countMet<Name extends string>(counts: Map<Name, number>, name: Name, times = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + times);
}

/**
 * The situations of `names` that were never met, in their order; none for a run that is too short to have met them all.
 * @param minRuns from this number of runs on, each must have occurred
 */
export function neverMet<Name extends string>(
  names: readonly Name[],
  counts: ReadonlyMap<Name, number>,
  { runs, minRuns }: { runs: number; minRuns: number },
): Name[] {
  return runs < minRuns ? [] : names.filter((name) => (counts.get(name) ?? 0) === 0);
}
