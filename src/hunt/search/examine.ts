// From a failing world to a finding: is it real, what is its smallest story, how often does it fail, and what is proven of it (U-40…U-43).
import { shrink } from "../../simulation/shrink.ts";
import { familyOf, RULES } from "../judge/rule.ts";
import type { HuntStep } from "../plan/step.ts";
import type { Breach, Finding, Phase, Rate } from "../report.ts";
import type { Played } from "../world/play.ts";
import { certify, notProven, PART_RUNS } from "./certificate.ts";
import { simpler } from "./simpler.ts";

/** Plays plans for a finding, and counts them. */
export type Player = {
  /** @param traced the story is kept */
  play(steps: readonly HuntStep[], traced: boolean): Promise<Played>;
  nowMs(): number;
  readonly stopped: boolean;
};

export type Suspect = {
  readonly number: number;
  readonly phase: Phase;
  readonly troubles: readonly string[];
  readonly steps: readonly HuntStep[];
  readonly played: Played;
  readonly afterMs: number;
};

/** The most worlds, and wall ms, that one finding may take. */
const MAX_WORLDS = 150;
const MAX_MS = 60_000;
const FIRST_REPETITIONS = 3;
const MAX_REPETITIONS = 12;
const RATE_RUNS = 10;

/** The breach that names a failing world: an error before a warning, in the order in which they were seen. */
export function mainBreach({ breaches }: Pick<Played, "breaches">): Breach | undefined {
  return breaches.find(({ level }) => level === "error") ?? breaches[0];
}

/** The finding of a failing world; `number` is given by the caller. Null when it was interrupted before it had failed again. */
export async function examine(suspect: Suspect, player: Player): Promise<Omit<Finding, "number"> | null> {
  const search = new Examination(suspect, player);
  let found = await search.found(suspect.steps, suspect.played.at, await search.repetitions());
  if (player.stopped && found.rate.failed === 0) return null;
  // A part of the story that fails too is a smaller story: the search goes on from there.
  for (let part = await search.failingPart(found); part !== null; part = await search.failingPart(found))
    found = await search.found(part.steps, part.steps.length, triesFor(part.rate));
  const { steps, rate, story, breach, certificate } = found;
  const unstable = rate.failed === 0;
  return {
    ...{
      rule: breach.rule,
      seen_as: search.main.rule,
      level: unstable ? "warning" : breach.level,
      title: RULES[breach.rule].title,
      what: breach.what,
    },
    ...{ phase: suspect.phase, troubles: suspect.troubles, world: suspect.number, after_ms: suspect.afterMs },
    ...{ drawn_steps: suspect.steps.length, steps, story, rate, unstable, certificate, worlds: search.worlds },
  };
}

/** A story with what is known of it. `parts`: smaller plans of its steps that failed too. */
type Found = Pick<Finding, "steps" | "rate" | "story" | "certificate"> & {
  readonly breach: Breach;
  readonly parts: readonly (readonly HuntStep[])[];
};

/** Tries for a miss of less than 1 %, if a plan fails at this rate (U-40). */
export function triesFor({ failed, of }: Rate): number {
  if (failed >= of) return 1;
  const rate = failed / of;
  return Math.min(MAX_REPETITIONS, Math.ceil(Math.log(0.01) / Math.log(1 - rate)));
}

class Examination {
  worlds = 0;
  readonly #suspect: Suspect;
  readonly #player: Player;
  readonly main: Breach;
  readonly #until: number;
  /** Results by plan, so that none is played more often than its answer needs. `at`: the steps that were played when it failed last. */
  readonly #known = new Map<string, Rate & { readonly at: number }>();

  constructor(suspect: Suspect, player: Player) {
    const main = mainBreach(suspect.played);
    if (main === undefined) throw new Error("a world without a breach is no suspect");
    this.#suspect = suspect;
    this.#player = player;
    this.main = main;
    this.#until = player.nowMs() + MAX_MS;
  }

  readonly mayGoOn = (): boolean =>
    this.worlds < MAX_WORLDS && this.#player.nowMs() < this.#until && !this.#player.stopped;

  /** How often a plan fails in the same way; what was played of it before counts. */
  readonly rate = async (steps: readonly HuntStep[], of: number): Promise<Rate> => {
    while (this.#knownOf(steps).of < of) await this.#play(steps);
    const known = this.#knownOf(steps);
    return { failed: known.failed, of: known.of };
  };

  /** True if one of `tries` worlds fails in the same way; what was played of the plan before counts. */
  readonly fails = async (steps: readonly HuntStep[], tries: number): Promise<boolean> => {
    while (this.#knownOf(steps).failed === 0 && this.#knownOf(steps).of < tries) await this.#play(steps);
    return this.#knownOf(steps).failed > 0;
  };

  /** Worlds that were played of this plan so far, and how many of them failed in the same way. */
  #knownOf(steps: readonly HuntStep[]): Rate & { readonly at: number } {
    return this.#known.get(JSON.stringify(steps)) ?? { failed: 0, of: 0, at: steps.length };
  }

  /** The failing world three times more: how many tries a candidate gets. */
  async repetitions(): Promise<number> {
    let failed = 1;
    for (let run = 0; run < FIRST_REPETITIONS && !this.#player.stopped; run += 1)
      if (this.#isSame(await this.#play(this.#suspect.steps))) failed += 1;
    return triesFor({ failed, of: FIRST_REPETITIONS + 1 });
  }

  /** The smallest story of a failing plan, with its rate and its certificate. */
  async found(from: readonly HuntStep[], at: number, first: number): Promise<Found> {
    let tries = first;
    let { steps, complete } = await this.#shrunk(from, at, tries);
    let told = await this.#rated(steps);
    if (tries === 1 && told.rate.failed > 0 && told.rate.failed < told.rate.of) {
      // It failed every time at first, and does not always: one look at a candidate was too little.
      tries = triesFor(told.rate);
      const before = JSON.stringify(steps);
      ({ steps, complete } = await this.#shrunk(steps, steps.length, tries));
      // As many steps with simpler values are another plan too: its story has other amounts.
      if (JSON.stringify(steps) !== before) told = await this.#rated(steps);
    }
    // Of a story that fails now and then, what the search did not see is no proof: each step is left out anew.
    if (tries > 1) this.#known.clear();
    if (!complete) return { steps, ...told, certificate: notProven(this.#player.stopped), parts: [] };
    const { rate, fails, mayGoOn } = this;
    const task = { steps, repetitions: Math.max(2, tries), tries, rate, fails, mayGoOn };
    return { steps, ...told, ...(await certify(task)) };
  }

  /** The smallest part of a story that fails too, and at least half as often; null for none, or when the time is up. */
  async failingPart({ rate, parts }: Found): Promise<{ steps: readonly HuntStep[]; rate: Rate } | null> {
    for (const steps of parts) {
      if (!this.mayGoOn()) return null;
      const found = await this.rate(steps, PART_RUNS);
      if (found.failed * rate.of * 2 >= rate.failed * found.of) return { steps, rate: found };
    }
    return null;
  }

  #shrunk(
    steps: readonly HuntStep[],
    at: number,
    tries: number,
  ): Promise<{ steps: readonly HuntStep[]; complete: boolean }> {
    const look = async (candidate: readonly HuntStep[]) => {
      const fails = await this.fails(candidate, tries);
      return fails ? { fails, at: this.#knownOf(candidate).at } : { fails };
    };
    return shrink({ steps, at, look, simpler, mayGoOn: this.mayGoOn });
  }

  /** The story ten times: how often it fails, and what happened the first time it did (U-41). Only until then each step is told. */
  async #rated(steps: readonly HuntStep[]) {
    let failed = 0;
    let of = 0;
    let told = this.#suspect.played;
    // Interrupted, it is played once or twice: enough to know whether it fails again.
    while (of < RATE_RUNS && (!this.#player.stopped || (failed === 0 && of < 2))) {
      const played = await this.#play(steps, failed === 0);
      of += 1;
      if (!this.#isSame(played)) continue;
      if (failed === 0) told = played;
      failed += 1;
    }
    const breach = told.breaches.find(({ rule }) => familyOf(rule) === familyOf(this.main.rule)) ?? this.main;
    return { rate: { failed, of }, story: told.story, breach };
  }

  async #play(steps: readonly HuntStep[], traced = false): Promise<Played> {
    this.worlds += 1;
    const played = await this.#player.play(steps, traced);
    const { failed, of, at } = this.#knownOf(steps);
    const [more, until] = this.#isSame(played) ? [1, played.at] : [0, at];
    this.#known.set(JSON.stringify(steps), { failed: failed + more, of: of + 1, at: until });
    return played;
  }

  #isSame({ breaches }: Played): boolean {
    return breaches.some(({ rule, level }) => level === this.main.level && familyOf(rule) === familyOf(this.main.rule));
  }
}
