// Finds the smallest sets of values under which a client's tests fail. Pure: it asks for runs and never starts one itself (C-32).
import { contains, keyOf, type Row, without } from "./row.ts";

/** Plays the tests under a row. `undefined`: no further run is possible (--max-runs, Ctrl+C), so the search ends. */
export type Play = (row: Row) => Promise<{ readonly failed: boolean } | undefined>;

/** Whether the culprits that are known say all that there is to say about a value: it is then looked at no further. */
export type IsSettled = (value: string, culprits: readonly Row[]) => boolean;

/** No further run is possible. */
class Ended extends Error {}
/** A set failed once and passed once. */
class Unstable extends Error {}
/** One value that fails alone was found: nothing smaller exists. */
class Alone extends Error {
  readonly value: string;
  constructor(value: string) {
    super(value);
    this.value = value;
  }
}

/**
 * Examines rows one after the other and remembers what it learned: a row that holds a known culprit is played without it.
 * A single culprit among n values is found in at most 2·log₂ n runs, a set of k in some 2k·log₂ n, and is then repeated like a row.
 */
export class CulpritSearch {
  /** The smallest sets that fail, none of which contains another. */
  readonly culprits: Row[] = [];
  /** Rows that failed and, played again, passed: told, and never counted. */
  readonly unstable: Row[] = [];
  /** Rows that fail, or were not played, when the runs were used up. */
  readonly unfinished: Row[] = [];
  readonly #play: Play;
  readonly #retries: number;
  readonly #isSettled: IsSettled;
  readonly #known = new Map<string, { passes: number; failures: number }>();

  /** @param retries how often a failure is repeated before it counts */
  constructor(play: Play, retries: number, isSettled: IsSettled = () => false) {
    this.#play = play;
    this.#retries = retries;
    this.#isSettled = isSettled;
  }

  /** Finds what fails in a row: afterwards each of its values is in a culprit, in a row that passed, or in one that is told. */
  async examine(row: Row): Promise<void> {
    const waiting: Row[] = [row];
    const seen = new Set<string>();
    for (let taken = waiting.shift(); taken !== undefined; taken = waiting.shift()) {
      const next = taken.filter((value) => !this.#isSettled(value, this.culprits));
      const key = keyOf(next);
      if (next.length === 0 || seen.has(key)) continue;
      seen.add(key);
      const culprit = this.culprits.find((known) => contains(next, known)) ?? (await this.#culpritIn(next));
      // Without each of its values in turn: another culprit may share one of them.
      waiting.push(...(culprit ?? []).map((value) => without(next, [value])));
    }
  }

  /** A culprit in a row that fails; undefined when it passes, is unstable, or no run is left. */
  async #culpritIn(row: Row): Promise<Row | undefined> {
    try {
      if (!(await this.#fails(row))) return undefined;
      await this.#repeat(row);
      const culprit = await this.#smallest(row);
      await this.#repeat(culprit);
      this.culprits.push(culprit);
      return culprit;
    } catch (error) {
      if (error instanceof Unstable) this.unstable.push(row);
      else if (error instanceof Ended) this.unfinished.push(row);
      else throw error;
      return undefined;
    }
  }

  async #smallest(row: Row): Promise<Row> {
    try {
      return await this.#within([], row, false);
    } catch (error) {
      if (error instanceof Alone) return [error.value];
      throw error;
    }
  }

  /**
   * The smallest part of `candidates` that fails together with `base`, by halves; `base` with all candidates fails. The method is known as
   * QuickXplain.
   * @param grown whether `base` has grown since it was last seen to pass
   */
  async #within(base: Row, candidates: Row, grown: boolean): Promise<Row> {
    if (grown && (await this.#fails(base))) return [];
    const [first, ...others] = candidates;
    if (first === undefined) return [];
    if (others.length === 0) {
      // Most culprits are single: this saves the way back.
      if (base.length > 0 && (await this.#fails([first]))) throw new Alone(first);
      return [first];
    }
    const middle = Math.floor(candidates.length / 2);
    const [left, right] = [candidates.slice(0, middle), candidates.slice(middle)];
    const inRight = await this.#within([...base, ...left], right, true);
    const inLeft = await this.#within([...base, ...inRight], left, inRight.length > 0);
    return [...inLeft, ...inRight];
  }

  /** Plays a row until its failure is sure. @throws Unstable when it passes once */
  async #repeat(row: Row): Promise<void> {
    while (this.#resultOf(row).failures <= this.#retries) if (!(await this.#playOnce(row))) throw new Unstable();
  }

  /** Whether a row fails, from what is known or by one run. */
  async #fails(row: Row): Promise<boolean> {
    const { passes, failures } = this.#resultOf(row);
    if (passes > 0 && failures > 0) throw new Unstable();
    if (passes + failures > 0) return failures > 0;
    return this.#playOnce(row);
  }

  async #playOnce(row: Row): Promise<boolean> {
    const outcome = await this.#play(row);
    if (outcome === undefined) throw new Ended();
    const result = this.#resultOf(row);
    if (outcome.failed) result.failures += 1;
    else result.passes += 1;
    return outcome.failed;
  }

  #resultOf(row: Row): { passes: number; failures: number } {
    const key = keyOf(row);
    const result = this.#known.get(key) ?? { passes: 0, failures: 0 };
    this.#known.set(key, result);
    return result;
  }
}
