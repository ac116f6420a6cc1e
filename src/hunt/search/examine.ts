// From a failing world to a finding: is it real, what is its smallest story, how often does it fail, and what is proven of it (U-40…U-43).
import { shrink } from "../../simulation/shrink.ts";
import { familyOf, RULES } from "../judge/rule.ts";
import type { HuntStep } from "../plan/step.ts";
import type { Breach, Certificate, Finding, Phase, Rate } from "../report.ts";
import type { Played } from "../world/play.ts";
import { certify } from "./certificate.ts";
import { simpler } from "./simpler.ts";

/** Plays plans for a finding, and counts them. */
export type Player = {
  /** `traced`: the story is kept. */
  play(steps: readonly HuntStep[], traced?: boolean): Promise<Played>;
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

/** The finding of a failing world; `number` is given by the caller. */
export async function examine(suspect: Suspect, player: Player): Promise<Omit<Finding, "number">> {
  const search = new Examination(suspect, player);
  const repetitions = await search.repetitions();
  const { steps, complete } = await search.shrunk(repetitions);
  const { rate, story, breach } = await search.rated(steps);
  const certificate: Certificate = complete
    ? await certify({
        steps,
        repetitions: Math.max(2, repetitions),
        tries: repetitions,
        fails: search.fails,
        mayGoOn: search.mayGoOn,
      })
    : { kind: "not proven", without: [], why: "time was up" };
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

  /** True if one of `tries` worlds fails in the same way. */
  readonly fails = async (steps: readonly HuntStep[], tries: number): Promise<boolean> => {
    for (let left = tries; left > 0; left -= 1) if (await this.#failsOnce(steps)) return true;
    return false;
  };

  /** The failing world three times more: how many tries a candidate gets. */
  async repetitions(): Promise<number> {
    let failed = 1;
    for (let run = 0; run < FIRST_REPETITIONS; run += 1) if (await this.#failsOnce(this.#suspect.steps)) failed += 1;
    return triesFor({ failed, of: FIRST_REPETITIONS + 1 });
  }

  async shrunk(tries: number): Promise<{ steps: readonly HuntStep[]; complete: boolean }> {
    const { steps, played } = this.#suspect;
    const look = async (candidate: readonly HuntStep[]) => {
      let at = candidate.length;
      for (let left = tries; left > 0; left -= 1) {
        const again = await this.#play(candidate);
        at = again.at;
        if (this.#isSame(again)) return { fails: true, at };
      }
      return { fails: false };
    };
    return shrink({ steps, at: played.at, look, simpler, mayGoOn: this.mayGoOn });
  }

  /** The story ten times: how often it fails, and what happened the last time it did (U-41). */
  async rated(steps: readonly HuntStep[]) {
    let failed = 0;
    let last = this.#suspect.played;
    for (let run = 0; run < RATE_RUNS; run += 1) {
      const played = await this.#play(steps, true);
      if (!this.#isSame(played)) continue;
      failed += 1;
      last = played;
    }
    const breach = last.breaches.find(({ rule }) => familyOf(rule) === familyOf(this.main.rule)) ?? this.main;
    return { rate: { failed, of: RATE_RUNS }, story: last.story, breach };
  }

  async #failsOnce(steps: readonly HuntStep[]): Promise<boolean> {
    return this.#isSame(await this.#play(steps));
  }

  #play(steps: readonly HuntStep[], traced = false): Promise<Played> {
    this.worlds += 1;
    return this.#player.play(steps, traced);
  }

  #isSame({ breaches }: Played): boolean {
    return breaches.some(({ rule, level }) => level === this.main.level && familyOf(rule) === familyOf(this.main.rule));
  }
}
