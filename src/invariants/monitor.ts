// Monitors the invariants of one world: a few checks after each block and when idle, all of them on demand.
import type { Log } from "../kernel/log.ts";
import type { Timer, WallClock } from "../kernel/wall-clock.ts";
import { type CheckDependencies, Checks } from "./checks.ts";
import type { Breach, Exemption, Findings, InvariantId } from "./statements.ts";

export type MonitorDependencies = Omit<CheckDependencies, "breathe"> & {
  wall: WallClock;
  log: Log;
  /** Runs work when no job is due or running; rejects when the world closes. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Called when another breach is known, or one no longer exists. */
  onChange(): void;
};

/** Delay from a commit to the first piece, so that a burst of work is over by then. Wall ms. */
export const PAUSE_MS = 500;

/** Pause after a piece, as a multiple of its duration: monitoring takes at most a twentieth of the time. */
const REST_FACTOR = 20;

export class InvariantMonitor {
  readonly #dependencies: MonitorDependencies;
  readonly #checks: Checks;
  readonly #broken = new Map<InvariantId, string[]>();
  #exempt: readonly Exemption[] = [];
  /** The breaches that `onChange` was last called for, as text. */
  #told = "";
  #timer: Timer | undefined;
  #stopped = false;
  #dirty = false;

  constructor(dependencies: MonitorDependencies) {
    this.#dependencies = dependencies;
    const breathe = (): Promise<void> => new Promise((resolve) => dependencies.wall.soon(resolve));
    this.#checks = new Checks({ ...dependencies, breathe });
  }

  /** The known breaches. */
  get breaches(): readonly { id: InvariantId; whats: readonly string[] }[] {
    return [...this.#broken].map(([id, whats]) => ({ id, whats })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Exemptions of the last full check. */
  get exemptions(): readonly Exemption[] {
    return this.#exempt;
  }

  /** Checks everything now and drops breaches that no longer exist. */
  checkAll(): Promise<void> {
    return this.#dependencies.alone(async () => this.#learnAll(await this.#checks.full()));
  }

  /** Checks after a block was indexed. */
  block(network: string): void {
    this.#learn(this.#checks.block(network));
  }

  /** After a commit: schedules a check for when the world is idle. */
  touched(): void {
    this.#dirty = true;
    this.#arm(PAUSE_MS);
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  #arm(delayMs: number): void {
    if (this.#stopped || this.#timer !== undefined) return;
    this.#timer = this.#dependencies.wall.after(delayMs, () => void this.#look(), { unref: true });
  }

  async #look(): Promise<void> {
    let [took, more] = [0, false];
    this.#dirty = false;
    try {
      took = await this.#lookNow();
      more = this.#broken.size === 0 && this.#checks.more;
    } catch (error) {
      if (!this.#stopped)
        this.#dependencies.log.error({ error }, "checking the invariants failed: a bug of the sandbox");
    }
    this.#timer = undefined;
    if (more || this.#dirty) this.#arm(Math.max(PAUSE_MS, took * REST_FACTOR));
  }

  /**
   * One piece, each step when idle, so that work waits for one step at most; returns the ms it took.
   * Once an invariant is broken everything is checked, to notice when it holds again.
   */
  async #lookNow(): Promise<number> {
    const { wall, alone } = this.#dependencies;
    let took = 0;
    const timed = (work: () => Promise<void>): Promise<void> =>
      alone(async () => {
        const began = wall.monotonic();
        await work();
        took += wall.monotonic() - began;
      });
    if (this.#broken.size > 0) await timed(async () => this.#learnAll(await this.#checks.full()));
    else for (const step of this.#checks.piece()) await timed(async () => this.#learn(await step()));
    return took;
  }

  #learnAll({ breaches, exemptions }: Findings): void {
    this.#exempt = exemptions;
    const found = new Set(breaches.map(({ id }) => id));
    for (const id of [...this.#broken.keys()]) {
      this.#broken.delete(id);
      if (!found.has(id)) this.#dependencies.log.info({ invariant: id }, "an invariant holds again");
      else this.#broken.set(id, []);
    }
    this.#learn(breaches);
  }

  #learn(breaches: readonly Breach[]): void {
    for (const { id, what } of breaches) {
      const known = this.#broken.get(id);
      if (known === undefined) this.#dependencies.log.error({ invariant: id, breach: what }, "an invariant is broken");
      if (known?.includes(what)) continue;
      this.#broken.set(id, [...(known ?? []), what]);
    }
    const present = this.#broken.size === 0 ? "" : JSON.stringify(this.breaches);
    if (present === this.#told) return;
    this.#told = present;
    this.#dependencies.onChange();
  }
}
