// What a hunt counts of its planned worlds: by phase and trouble, what was not judged, which rare situations were met, how fast webhooks were answered.
import { countMet, neverMet } from "../simulation/sometimes.ts";
import { SITUATIONS } from "./judge/delivery-rules.ts";
import { type Answers, NO_ANSWERS, withDurations } from "./judge/slowness.ts";
import type { HuntReport, Phase } from "./report.ts";
import { MIN_WORLDS, plannedWorlds } from "./shards/coverage.ts";
import type { Played } from "./world/play.ts";

type Counts = Pick<HuntReport, "worlds" | "not_judged" | "troubles" | "met" | "never_met" | "answers">;
type World = Pick<Played, "verdict" | "why" | "met" | "durations">;

export class Tally {
  answers: Answers = NO_ANSWERS;
  readonly #worlds: Record<Phase, number> = { plain: 0, singles: 0, pairs: 0, swarm: 0 };
  readonly #notJudged = new Map<string, number>();
  readonly #troubles = new Map<string, { worlds: number; failed: number }>();
  readonly #met = new Map<string, number>();

  get planned(): number {
    return plannedWorlds(this.#worlds);
  }

  get notJudged(): HuntReport["not_judged"] {
    return [...this.#notJudged].map(([why, worlds]) => ({ why, worlds }));
  }

  /** @param slowMs wall ms after which an answer to a webhook is slow */
  add(phase: Phase, troubles: readonly string[], { verdict, why, met, durations }: World, slowMs?: number): void {
    this.#worlds[phase] += 1;
    for (const name of troubles) {
      const count = this.#troubles.get(name) ?? { worlds: 0, failed: 0 };
      const failed = verdict === "failed" && phase === "singles" ? 1 : 0;
      this.#troubles.set(name, { worlds: count.worlds + 1, failed: count.failed + failed });
    }
    for (const name of met) countMet(this.#met, name);
    if (why !== null) this.#notJudged.set(why, (this.#notJudged.get(why) ?? 0) + 1);
    this.answers = withDurations(this.answers, durations, slowMs);
  }

  /** Whether a single world with one of these troubles failed. */
  hasFailed(troubles: readonly string[]): boolean {
    return troubles.some((name) => (this.#troubles.get(name)?.failed ?? 0) > 0);
  }

  counts(): Counts {
    return {
      ...{ worlds: this.#worlds, not_judged: this.notJudged, answers: this.answers },
      troubles: [...this.#troubles].map(([name, count]) => ({ name, ...count })),
      met: Object.fromEntries(this.#met),
      never_met: neverMet(SITUATIONS, this.#met, { runs: this.planned, minRuns: MIN_WORLDS }),
    };
  }
}
