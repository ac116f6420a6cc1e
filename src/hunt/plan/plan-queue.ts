// The plans of a hunt, or of one shard of it, phase by phase: several takers share it.
import type { Phase } from "../report.ts";
import type { NumberedPlan } from "./phases.ts";

/** Plans among which those are looked for that can be played beside others. */
const AHEAD = 1_000;

/** How plans are taken together. `keyOf`: plans with the same key can be; null: this one must be alone. `most`: how many. */
export type Together = { readonly most: number; keyOf(plan: NumberedPlan): string | null };

export class PlanQueue {
  readonly #plans: Iterator<NumberedPlan>;
  /** The next plans, all of one phase, and the first one of the phase behind it. */
  readonly #ahead: NumberedPlan[] = [];
  #behind: NumberedPlan | undefined;
  /** Whether the plans that are taken next are the most that can be played together, instead of the next one and those beside it. */
  #isForMany = false;

  /** @param shard only the plans whose number modulo `total` is `index` − 1 */
  constructor(plans: Iterable<NumberedPlan>, shard?: { readonly index: number; readonly total: number }) {
    const isOwn = ({ number }: NumberedPlan): boolean =>
      shard === undefined || (number - 1) % shard.total === shard.index - 1;
    this.#plans = Iterator.from(plans).filter(isOwn);
    this.#behind = this.#draw();
    this.#fill(1);
  }

  /** The phase of the next plan; undefined behind the last one. */
  get phase(): Phase | undefined {
    return this.#ahead[0]?.phase;
  }

  /**
   * The next plan of this phase that is not skipped, and further ones that can be played beside it, as long as `mayTake` says yes, which is asked
   * for each. None when there is none, or the first may not be taken. Of pairs, of which no hunt plays all, those that are the most together come
   * by turns with the next one.
   */
  take(
    phase: Phase,
    isSkipped: (plan: NumberedPlan) => boolean,
    mayTake: () => boolean,
    together: Together = ALONE,
  ): NumberedPlan[] {
    while (this.phase === phase && this.#ahead[0] !== undefined && isSkipped(this.#ahead[0])) this.#remove(0);
    if (this.phase !== phase || !mayTake()) return [];
    if (together.most > 1) this.#fill(AHEAD);
    this.#isForMany = phase === "pairs" && together.most > 1 && !this.#isForMany;
    const taken = this.#remove(this.#isForMany ? this.#placeOfMany(isSkipped, together) : 0);
    const [first] = taken;
    const key = first === undefined ? null : together.keyOf(first);
    if (key === null) return taken;
    while (taken.length < together.most) {
      const at = this.#ahead.findIndex((plan) => !isSkipped(plan) && together.keyOf(plan) === key);
      if (at === -1 || this.phase !== phase || !mayTake()) break;
      taken.push(...this.#remove(at));
    }
    return taken;
  }

  /** The place of the first plan of those that are the most together. */
  #placeOfMany(isSkipped: (plan: NumberedPlan) => boolean, together: Together): number {
    const counts = new Map<string, { at: number; count: number }>();
    let best = { at: 0, count: 1 };
    for (const [at, plan] of this.#ahead.entries()) {
      const key = isSkipped(plan) ? null : together.keyOf(plan);
      if (key === null) continue;
      const known = counts.get(key) ?? { at, count: 0 };
      known.count += 1;
      counts.set(key, known);
      if (known.count > best.count) best = known;
      if (best.count >= together.most) break;
    }
    return best.at;
  }

  #remove(at: number): NumberedPlan[] {
    const removed = this.#ahead.splice(at, 1);
    this.#fill(1);
    return removed;
  }

  /** Draws plans until so many of one phase are known; the first of the next phase only once nothing of this one is left. */
  #fill(count: number): void {
    while (this.#ahead.length < count && this.#behind !== undefined) {
      if (this.#ahead.length > 0 && this.#behind.phase !== this.#ahead[0]?.phase) return;
      this.#ahead.push(this.#behind);
      this.#behind = this.#draw();
    }
  }

  #draw(): NumberedPlan | undefined {
    const { done, value } = this.#plans.next();
    return done ? undefined : value;
  }
}

const ALONE: Together = { most: 1, keyOf: () => null };
