// The plans of a hunt, or of one shard of it, phase by phase: several takers share it.
import type { Phase } from "../report.ts";
import type { NumberedPlan } from "./phases.ts";

export class PlanQueue {
  readonly #plans: Iterator<NumberedPlan>;
  #next: NumberedPlan | undefined;

  /** @param shard only the plans whose number modulo `total` is `index` − 1 */
  constructor(plans: Iterable<NumberedPlan>, shard?: { readonly index: number; readonly total: number }) {
    const isOwn = ({ number }: NumberedPlan): boolean =>
      shard === undefined || (number - 1) % shard.total === shard.index - 1;
    this.#plans = Iterator.from(plans).filter(isOwn);
    this.#advance();
  }

  /** The phase of the next plan; undefined behind the last one. */
  get phase(): Phase | undefined {
    return this.#next?.phase;
  }

  /** The next plan of this phase that is not skipped; undefined when there is none, or `mayTake` says no. */
  take(phase: Phase, isSkipped: (plan: NumberedPlan) => boolean, mayTake: () => boolean): NumberedPlan | undefined {
    while (this.#next?.phase === phase && isSkipped(this.#next)) this.#advance();
    const taken = this.#next;
    if (taken?.phase !== phase || !mayTake()) return undefined;
    this.#advance();
    return taken;
  }

  #advance(): void {
    const { done, value } = this.#plans.next();
    this.#next = done ? undefined : value;
  }
}
