// What a hunt counts: planned worlds by phase and trouble, those that were not judged, and the rare situations that were met (U-16, U-23).
import { countMet, neverMet } from "../simulation/sometimes.ts";
import { SITUATIONS } from "./judge/delivery-rules.ts";
import type { NumberedPlan } from "./plan/phases.ts";
import type { HuntReport, Phase, TroubleCount } from "./report.ts";
import { MIN_WORLDS, plannedWorlds } from "./shards/coverage.ts";
import type { Played } from "./world/play.ts";

export class Tally {
  readonly worlds: Record<Phase, number> = { plain: 0, singles: 0, pairs: 0, swarm: 0 };
  readonly #notJudged = new Map<string, number>();
  readonly #troubles = new Map<string, { worlds: number; failed: number }>();
  readonly #met = new Map<string, number>();

  /** A planned world was played. */
  add({ phase, plan }: Pick<NumberedPlan, "phase" | "plan">, { verdict, met, why }: Played): void {
    this.worlds[phase] += 1;
    for (const name of plan.troubles) {
      const count = this.#troubles.get(name) ?? { worlds: 0, failed: 0 };
      const failed = verdict === "failed" && phase === "singles" ? 1 : 0;
      this.#troubles.set(name, { worlds: count.worlds + 1, failed: count.failed + failed });
    }
    for (const name of met) countMet(this.#met, name);
    if (why !== null) this.#notJudged.set(why, (this.#notJudged.get(why) ?? 0) + 1);
  }

  get planned(): number {
    return plannedWorlds(this.worlds);
  }

  /** Whether a world with this trouble alone found something. */
  hasFailed(trouble: string): boolean {
    return (this.#troubles.get(trouble)?.failed ?? 0) > 0;
  }

  unjudged(): HuntReport["not_judged"] {
    return [...this.#notJudged].map(([why, worlds]) => ({ why, worlds }));
  }

  report(): Pick<HuntReport, "worlds" | "not_judged" | "troubles" | "met" | "never_met"> {
    return {
      ...{ worlds: this.worlds, not_judged: this.unjudged(), met: Object.fromEntries(this.#met) },
      troubles: [...this.#troubles].map(([name, count]): TroubleCount => ({ name, ...count })),
      never_met: neverMet(SITUATIONS, this.#met, { runs: this.planned, minRuns: MIN_WORLDS }),
    };
  }
}
