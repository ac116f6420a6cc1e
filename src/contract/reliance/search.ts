// Finds the smallest sets of parts without which the client fails, by leaving parts out and playing its tests (C-41).

/** What one run said. `broken`: the run proves nothing (it timed out, the sandbox failed). */
export type Played = "passed" | "failed" | "broken";

/** Plays the client's tests once without these parts. */
export type Play<P> = (without: readonly P[]) => Promise<Played>;

export type Found<P> = {
  /** Each set fails when it is left out, and passes when any of its parts comes back. Smallest first. */
  sets: P[][];
  /** False when `maxRuns` ended the search: there may be further sets. */
  complete: boolean;
  /** Runs that were played, the first one included. */
  runs: number;
  /** True when a run proved nothing, so that a set may be larger than it has to be, or missing. */
  doubtful: boolean;
};

export type SearchOptions<P> = {
  /** The parts in question. Parts of one group are tried together first: a group is an operation with what it answers. */
  groups: readonly (readonly P[])[];
  play: Play<P>;
  /** The most runs; at least 1. */
  maxRuns: number;
  /** Called when a set is known, in the order of the search. */
  onFound?: (set: readonly P[]) => void;
};

/** Thrown inside of the search only: the runs are used up. */
class RunsUsedUp extends Error {}

/**
 * All smallest failing sets, or as many as `maxRuns` runs can tell. It is assumed that leaving out more never makes a failing run pass;
 * a set that breaks this is given as it was last seen failing. About 2·log2 of the number of parts runs a culprit, and one more in the end.
 */
export async function findReliance<P>({ groups, play, maxRuns, onFound }: SearchOptions<P>): Promise<Found<P>> {
  const runs = new Runs(groups.flat(), play, maxRuns);
  const sets: P[][] = [];
  const seen = new Set<string>();
  let complete = true;
  // Each entry is a choice of parts that stay in: the sets that are left must hold none of them.
  const open: ReadonlySet<P>[] = [new Set()];
  try {
    for (let inside = open.pop(); inside !== undefined; inside = open.pop()) {
      const rest = groups.map((group) => group.filter((part) => !inside.has(part))).filter((group) => group.length > 0);
      if (seen.has(runs.keyOf(rest.flat()))) continue;
      seen.add(runs.keyOf(rest.flat()));
      const set = sets.find((one) => !one.some((part) => inside.has(part))) ?? (await smallest(rest, runs));
      if (set === undefined) continue;
      if (!sets.includes(set)) {
        sets.push(set);
        onFound?.(set);
      }
      // Whatever other set there is lacks one of these parts.
      for (const part of set) open.push(new Set([...inside, part]));
    }
  } catch (error) {
    if (!(error instanceof RunsUsedUp)) throw error;
    complete = false;
  }
  return { sets: sets.toSorted((a, b) => a.length - b.length), complete, runs: runs.played, doubtful: runs.doubtful };
}

/** One smallest failing set among the groups: first whole groups, then their parts. Undefined when nothing fails. */
async function smallest<P>(groups: readonly (readonly P[])[], runs: Runs<P>): Promise<P[] | undefined> {
  const fails = (units: readonly (readonly P[])[]): Promise<boolean> => runs.fails(units.flat());
  if (groups.length === 0 || !(await fails(groups))) return undefined;
  const needed = await minimal(groups, fails);
  const parts = needed.flat().map((part) => [part]);
  const set = await minimal(parts, fails);
  // Where more left out can pass again, halves mislead: what is reported has failed by itself.
  const proven = [set, needed, groups];
  for (const one of proven) if (await fails(one)) return one.flat();
  return groups.flat();
}

/** A smallest subset of failing units that still fails: halves first, so that few units are found in few runs (QuickXplain). */
async function minimal<U>(
  units: readonly U[],
  fails: (units: readonly U[]) => Promise<boolean>,
): Promise<readonly U[]> {
  const within = async (base: readonly U[], baseIsNew: boolean, candidates: readonly U[]): Promise<readonly U[]> => {
    if (baseIsNew && base.length > 0 && (await fails(base))) return [];
    if (candidates.length <= 1) return candidates;
    const half = candidates.length >> 1;
    const [first, second] = [candidates.slice(0, half), candidates.slice(half)];
    const ofSecond = await within([...base, ...first], true, second);
    const ofFirst = await within([...base, ...ofSecond], ofSecond.length > 0, first);
    return [...ofFirst, ...ofSecond];
  };
  return within([], false, units);
}

/** Plays each set of parts once, and remembers what came of it. */
class Runs<P> {
  readonly #places: ReadonlyMap<P, number>;
  readonly #play: Play<P>;
  readonly #most: number;
  readonly #results = new Map<string, boolean>();
  played = 0;
  doubtful = false;

  constructor(parts: readonly P[], play: Play<P>, most: number) {
    this.#places = new Map(parts.map((part, index) => [part, index]));
    this.#play = play;
    this.#most = most;
  }

  keyOf(parts: readonly P[]): string {
    const places = parts.map((part) => this.#places.get(part) ?? 0);
    return places.toSorted((a, b) => a - b).join(",");
  }

  /** @throws RunsUsedUp */
  async fails(parts: readonly P[]): Promise<boolean> {
    const key = this.keyOf(parts);
    const known = this.#results.get(key);
    if (known !== undefined) return known;
    if (this.played >= this.#most) throw new RunsUsedUp();
    this.played += 1;
    const result = await this.#play(parts);
    if (result === "broken") this.doubtful = true;
    // What proves nothing is no culprit.
    this.#results.set(key, result === "failed");
    return result === "failed";
  }
}
