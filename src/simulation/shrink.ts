// Shrinks a failing plan to a minimal one (U-31): no step can be left out, and no value can be simpler. Generic in the step.

/** What a look at a plan showed. `at`: how many of its steps were needed until it failed, if that is known. */
export type Look = { readonly fails: boolean; readonly at?: number };

export type ShrinkTask<Step> = {
  /** The plan that failed. */
  readonly steps: readonly Step[];
  /** How many of the steps were played when it failed; all of them if it failed at the end. */
  readonly at: number;
  /** Plays a plan: does it fail in the same way? A caller whose failures come and go plays it several times (U-40). */
  look(steps: readonly Step[]): Promise<Look>;
  /** Simpler forms of a step, the simplest first; none by default. A form must not lead back to an earlier one. */
  simpler?(step: Step): readonly Step[];
  /** Asked before each plan; false ends the search (U-43). */
  mayGoOn?(): boolean;
  /** Called after each plan that fails and is shorter or simpler. */
  onSmaller?(steps: readonly Step[]): void;
};

/** `complete`: nothing more can be left out or simplified; false when `mayGoOn` ended the search. `looks`: plans that were played. */
export type Shrunk<Step> = { readonly steps: readonly Step[]; readonly complete: boolean; readonly looks: number };

/**
 * Cut behind the failing step; remove from the end by halves down to ones, simplify all values at once; ones until nothing
 * goes; simplify values; ones again.
 * Results are kept by plan, so that none is played twice. The result fails, if `steps` up to `at` fails.
 */
export async function shrink<Step>(task: ShrinkTask<Step>): Promise<Shrunk<Step>> {
  const search = new Search(task);
  await search.cut();
  let size = Math.ceil(search.steps.length / 2);
  for (; size > 1; size = Math.ceil(size / 2)) await search.removeOnce(size);
  await search.simplifyAll();
  do await search.removeOnes();
  while (await search.simplify());
  return { steps: search.steps, complete: !search.isOver, looks: search.looks };
}

/** So many steps with simpler forms are replaced at once before each of them is tried. */
const MANY = 3;

class Search<Step> {
  steps: readonly Step[];
  looks = 0;
  isOver = false;
  readonly #task: ShrinkTask<Step>;
  readonly #seen = new Map<string, Look>();

  constructor(task: ShrinkTask<Step>) {
    this.#task = task;
    this.steps = task.steps;
  }

  /** Leaves out what comes behind the failing step, unless the failure needs it after all. */
  async cut(): Promise<void> {
    const { steps, at } = this.#task;
    if (at < steps.length) await this.#fails(steps.slice(0, at));
  }

  /** Tries to leave out each piece of this size, from the end. True if one went. */
  async removeOnce(size: number): Promise<boolean> {
    const before = this.steps.length;
    for (let end = this.steps.length; end > 0 && !this.isOver; ) {
      const from = Math.max(0, end - size);
      await this.#fails(this.steps.toSpliced(from, end - from));
      end = Math.min(from, this.steps.length);
    }
    return this.steps.length < before;
  }

  async removeOnes(): Promise<void> {
    while (await this.removeOnce(1));
  }

  /** Replaces steps by their simplest forms that still fail, many of them first at once. True if one was replaced. */
  async simplify(): Promise<boolean> {
    const { simpler } = this.#task;
    if (simpler === undefined) return false;
    const before = this.steps;
    await this.simplifyAll();
    for (let at = 0; at < this.steps.length && !this.isOver; at += 1) while (await this.#simplifyAt(at, simpler));
    return this.steps !== before;
  }

  /** Most values have nothing to do with the failure: one look tells it of all of them. */
  async simplifyAll(): Promise<void> {
    const forms = this.steps.map((step) => this.#task.simpler?.(step)[0]);
    if (forms.filter((form) => form !== undefined).length < MANY) return;
    await this.#fails(this.steps.map((step, at) => forms[at] ?? step));
  }

  /** A form of which there are simpler ones is tried again. */
  async #simplifyAt(at: number, simpler: (step: Step) => readonly Step[]): Promise<boolean> {
    const step = this.steps[at];
    for (const form of step === undefined ? [] : simpler(step))
      if (await this.#fails(this.steps.with(at, form))) return true;
    return false;
  }

  /** Plays a plan, unless its result is known; one that fails becomes the present one. */
  async #fails(steps: readonly Step[]): Promise<boolean> {
    const key = JSON.stringify(steps);
    const known = this.#seen.get(key);
    if (known === undefined && this.#task.mayGoOn?.() === false) this.isOver = true;
    if (this.isOver) return false;
    const look = known ?? (await this.#task.look(steps));
    if (known === undefined) this.looks += 1;
    this.#seen.set(key, look);
    if (!look.fails) return false;
    this.steps = steps;
    this.#task.onSmaller?.(steps);
    // What comes behind the failing step is left out before anything else is tried.
    if (look.at !== undefined && look.at < steps.length) await this.#fails(steps.slice(0, look.at));
    return true;
  }
}
