// Watches the invariants of one world: a little after each block and whenever nothing else is to do, all of it on demand.
import type { Log } from "../kernel/log.ts";
import type { Timer, WallClock } from "../kernel/wall-clock.ts";
import { type CheckDependencies, Checks } from "./checks.ts";
import type { Breach, Exemption, Findings, InvariantId } from "./statements.ts";

export type MonitorDependencies = Omit<CheckDependencies, "breathe"> & {
  wall: WallClock;
  log: Log;
  /** Runs work when nothing is due and nothing else runs; rejects when the world is going away. */
  alone<T>(work: () => Promise<T>): Promise<T>;
};

/** After a commit the first piece waits so long, so that a burst of work is over before it is looked at. Wall ms. */
export const PAUSE_MS = 500;

/** A piece that took one ms of the loop is followed by so many without: watching takes at most a twentieth. */
const REST_FACTOR = 20;

export class InvariantMonitor {
  readonly #parts: MonitorDependencies;
  readonly #checks: Checks;
  readonly #broken = new Map<InvariantId, string[]>();
  #exempt: readonly Exemption[] = [];
  #timer: Timer | undefined;
  #stopped = false;
  #dirty = false;

  constructor(parts: MonitorDependencies) {
    this.#parts = parts;
    const breathe = (): Promise<void> => new Promise((resolve) => parts.wall.soon(resolve));
    this.#checks = new Checks({ ...parts, breathe });
  }

  /** What is known to be broken now, with the pairs that do not agree. */
  get breaches(): readonly { id: InvariantId; whats: readonly string[] }[] {
    return [...this.#broken].map(([id, whats]) => ({ id, whats })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** What would be a breach but for a reason, as of the last look at everything. */
  get exemptions(): readonly Exemption[] {
    return this.#exempt;
  }

  /** Looks at everything now; what was mended meanwhile is no breach any more. */
  checkAll(): Promise<void> {
    return this.#parts.alone(async () => this.#learnAll(await this.#checks.full()));
  }

  /** A block was read in. */
  block(network: string): void {
    this.#learn(this.#checks.block(network));
  }

  /** Something was committed: it is looked at when there is nothing else to do. */
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
    this.#timer = this.#parts.wall.after(delayMs, () => void this.#look(), { unref: true });
  }

  async #look(): Promise<void> {
    let [took, more] = [0, false];
    this.#dirty = false;
    try {
      took = await this.#lookNow();
      more = this.#broken.size === 0 && this.#checks.more;
    } catch (error) {
      if (!this.#stopped) this.#parts.log.error({ error }, "watching the invariants met a mistake of the sandbox");
    }
    this.#timer = undefined;
    if (more || this.#dirty) this.#arm(Math.max(PAUSE_MS, took * REST_FACTOR));
  }

  /**
   * One piece, each step when nothing else is to do, so that no work waits for more than a step; answers the ms it took.
   * Once something is broken everything is looked at, so that it is known when it is mended.
   */
  async #lookNow(): Promise<number> {
    const { wall, alone } = this.#parts;
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
      if (!found.has(id)) this.#parts.log.info({ invariant: id }, "an invariant holds again");
      else this.#broken.set(id, []);
    }
    this.#learn(breaches);
  }

  #learn(breaches: readonly Breach[]): void {
    for (const { id, what } of breaches) {
      const known = this.#broken.get(id);
      if (known === undefined) this.#parts.log.error({ invariant: id, breach: what }, "an invariant is broken");
      if (known?.includes(what)) continue;
      this.#broken.set(id, [...(known ?? []), what]);
    }
  }
}
