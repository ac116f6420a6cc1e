// The one loop: it finds the next due thing, moves the clock exactly there, does it. Live and time travel alike.
import { type AgendaRow, nextDue, strike } from "../domain/agenda.ts";
import { nextUndrained } from "../domain/outbox.ts";
import type { World } from "../domain/world.ts";
import { AssertionFailure } from "../kernel/assert.ts";
import type { Log } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import type { Timer, Wall } from "../kernel/wall.ts";

/** What was done at which virtual instant. */
export type Ran = { at: number; what: string; ref: string };

/** Where the loop finds work besides the agenda: blocks to mine, and events to react to. */
export type LoopParts = {
  world: World;
  wall: Wall;
  log: Log;
  /** When the next block is due (virtual ms), and on which network. */
  nextBlock(): { at: number; network: string } | undefined;
  mineBlock(network: string): Promise<void>;
  /** Reacts to the oldest event. */
  react(): void;
  runJob(row: AgendaRow): Promise<void>;
};

/** Work handed in: done when its turn comes, refused when the loop stops before. */
type Task = { run(): Promise<void>; refuse(why: Error): void };

function gone(): Problem {
  return new Problem("serviceUnavailable", "the sandbox is stopping, or its world was reset: send the request again");
}

/** Steps that may fail in a row before those who wait are told, instead of hanging for ever. */
const PATIENCE = 3;

function stuck(error: unknown): AssertionFailure {
  return new AssertionFailure("the loop fails again and again", { last: String(error) });
}

/** The input and output of the process get their turn at least this often while the loop is busy. */
const LONGEST_HOLD_MS = 8;

export class Loop {
  readonly #parts: LoopParts;
  readonly #tasks: Task[] = [];
  #running = false;
  #woken = false;
  #stopped = false;
  #timer: Timer | undefined;
  #heldSince = 0;
  #mistakes = 0;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  /** Something may be due: called after each commit, by timers and by whoever adds work. Nothing polls. */
  wake(): void {
    this.#woken = true;
    if (this.#running || this.#stopped) return;
    this.#running = true;
    this.#parts.wall.soon(() => void this.#run());
  }

  /**
   * Runs `work` alone: after everything due now is done and before anything that comes later. Work handed in is done in
   * the order it came.
   */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    if (this.#stopped) return Promise.reject(gone());
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#tasks.push({ run: () => attempted(work).then(resolve, reject), refuse: reject });
    this.wake();
    return promise;
  }

  /** Resolves when nothing is due now (deliveries under way aside). */
  settled(): Promise<void> {
    return this.exclusive(async () => {});
  }

  /**
   * Does the next thing due at or before the clock's present reading; answers what it was, or undefined when nothing is
   * due. Order: blocks, events, then the agenda by due time and planning.
   */
  async step(): Promise<Ran | undefined> {
    // A journey is over before its next step when its world ends.
    if (this.#stopped) throw gone();
    return this.#next();
  }

  async #next(): Promise<Ran | undefined> {
    const { world } = this.#parts;
    await this.#breathe();
    const now = world.clock.peek();
    const block = this.#parts.nextBlock();
    if (block !== undefined && block.at <= now) return this.#mine(block);
    const event = nextUndrained(world.db);
    if (event !== undefined) {
      world.clock.tick();
      this.#parts.react();
      return { at: world.clock.now(), what: `event ${event.type}`, ref: event.id };
    }
    const due = nextDue(world.db);
    if (due === undefined || due.due_at > now) return undefined;
    world.clock.moveTo(due.due_at);
    await this.#work(due);
    return { at: Math.max(due.due_at, world.clock.now()), what: due.job, ref: due.ref };
  }

  /** When the next thing is due, as far as it is known now (virtual ms). */
  nextInstant(): number | undefined {
    const { world } = this.#parts;
    const instants = [this.#parts.nextBlock()?.at, nextDue(world.db)?.due_at].filter((at) => at !== undefined);
    return instants.length === 0 ? undefined : Math.min(...instants);
  }

  /** Ends after the step under way; what was handed in and not begun is refused. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const task of this.#tasks.splice(0)) task.refuse(gone());
    const look = (): void => (this.#running ? this.#parts.wall.soon(look) : resolve());
    look();
    await promise;
  }

  async #run(): Promise<void> {
    this.#timer?.cancel();
    this.#heldSince = this.#parts.wall.monotonic();
    try {
      while (!this.#stopped) {
        this.#woken = false;
        const ran = await this.#next();
        this.#mistakes = 0;
        if (ran !== undefined) continue;
        const task = this.#tasks.shift();
        if (task !== undefined) {
          this.#parts.world.clock.tick();
          await task.run();
        } else if (!this.#woken) break;
      }
    } catch (error) {
      this.#parts.log.error({ error }, "the loop met a mistake of the sandbox; it goes on");
      this.#running = false;
      this.#mistakes += 1;
      if (this.#mistakes >= PATIENCE) for (const task of this.#tasks.splice(0)) task.refuse(stuck(error));
      this.#retryLater();
      return;
    }
    this.#running = false;
    if (!this.#stopped) this.#sleep();
  }

  #sleep(): void {
    const next = this.nextInstant();
    if (next === undefined) return;
    const delay = this.#parts.world.clock.wallDelayUntil(next);
    if (delay === Number.POSITIVE_INFINITY) return;
    this.#timer = this.#parts.wall.after(delay, () => this.wake());
  }

  #retryLater(): void {
    if (!this.#stopped) this.#timer = this.#parts.wall.after(1_000, () => this.wake());
  }

  async #mine(block: { at: number; network: string }): Promise<Ran> {
    const { world } = this.#parts;
    world.clock.moveTo(block.at);
    await this.#parts.mineBlock(block.network);
    return { at: world.clock.now(), what: "block", ref: block.network };
  }

  async #work(due: AgendaRow): Promise<void> {
    await this.#parts.runJob(due);
    strike(this.#parts.world.db, due.id);
  }

  async #breathe(): Promise<void> {
    const { wall } = this.#parts;
    if (wall.monotonic() - this.#heldSince < LONGEST_HOLD_MS) return;
    await new Promise<void>((resolve) => wall.soon(resolve));
    this.#heldSince = wall.monotonic();
  }
}

/** Work that throws before its first promise is a refusal like any other. */
async function attempted<T>(work: () => Promise<T>): Promise<T> {
  return work();
}
