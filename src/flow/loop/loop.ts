// The one loop: it finds the next due thing, moves the clock exactly there, does it. Live and time travel alike.
import { StorageFault } from "../../db/storage-fault.ts";
import { nextDue, removeJob } from "../../domain/agenda.ts";
import { nextUnprocessed } from "../../domain/outbox.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Timer } from "../../kernel/wall-clock.ts";
import type { CompletedStep, LoopDependencies } from "./loop-dependencies.ts";
import { loopFailing, loopStopped, MAX_STEPS, tooManySteps } from "./loop-errors.ts";

/** Work handed in: done when its turn comes, refused when the loop stops before. */
type Task = { run(): Promise<void>; refuse(why: Error): void };

/** Steps that may fail in a row before those who wait are told. */
const PATIENCE = 3;
/** The input and output of the process get their turn at least this often while the loop is busy. */
const LONGEST_HOLD_MS = 8;

export class Loop {
  readonly #parts: LoopDependencies;
  readonly #tasks: Task[] = [];
  #running = false;
  #woken = false;
  #stopped = false;
  #timer: Timer | undefined;
  #heldSince = 0;
  #mistakes = 0;
  /** Steps since anybody who waits had a turn. */
  #unbroken = 0;

  constructor(parts: LoopDependencies) {
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
    if (this.#stopped) return Promise.reject(loopStopped());
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
   * due. Order: blocks, events, then the agenda by due time and planning; where the loop is late, work that was due before
   * a block comes before it. @throws Problem when the loop has stopped: a journey ends with its world
   */
  async step(): Promise<CompletedStep | undefined> {
    if (this.#stopped) throw loopStopped();
    const { world } = this.#parts;
    await this.#breathe();
    const mending = this.#parts.repair?.();
    if (mending !== undefined) await mending;
    const now = world.clock.peek();
    const block = this.#parts.nextBlock();
    const due = nextDue(world.db);
    const blockFirst = block !== undefined && block.at <= Math.min(now, due?.due_at ?? now);
    if (blockFirst && block.at <= world.clock.now()) return this.#mine(block);
    const event = nextUnprocessed(world.db);
    if (event !== undefined) {
      this.#parts.processNextEvent();
      return { at: world.clock.now(), what: `event ${event.type}`, ref: event.id };
    }
    if (blockFirst) return this.#mine(block);
    if (due === undefined || due.due_at > now) return undefined;
    world.clock.moveTo(due.due_at);
    await this.#parts.runJob(due);
    removeJob(world.db, due.id);
    return { at: Math.max(due.due_at, world.clock.now()), what: due.job, ref: due.ref };
  }

  /** True while a step would find something to do. */
  get isDue(): boolean {
    const { world } = this.#parts;
    return (
      nextUnprocessed(world.db) !== undefined || (this.nextInstant() ?? Number.POSITIVE_INFINITY) <= world.clock.peek()
    );
  }

  /** When the next thing is due, as far as it is known now (virtual ms). */
  nextInstant(): number | undefined {
    const { world } = this.#parts;
    const [block, due] = [this.#parts.nextBlock()?.at, nextDue(world.db)?.due_at];
    return block === undefined || due === undefined ? (block ?? due) : Math.min(block, due);
  }

  /** Ends after the step under way; what was handed in and not begun is refused. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const task of this.#tasks.splice(0)) task.refuse(loopStopped());
    const look = (): void => (this.#running ? this.#parts.wall.soon(look) : resolve());
    look();
    await promise;
  }

  async #run(): Promise<void> {
    this.#timer?.cancel();
    this.#heldSince = this.#parts.wall.monotonic();
    try {
      while (!this.#stopped && (await this.#turn()));
    } catch (error) {
      this.#running = false;
      this.#own(error);
      return;
    }
    this.#running = false;
    if (!this.#stopped) this.#sleep();
  }

  /** One step, or the next task when nothing is due; false when nothing is left. @throws Problem for a runaway */
  async #turn(): Promise<boolean> {
    this.#woken = false;
    const ran = await this.step();
    this.#mistakes = 0;
    if (ran !== undefined) {
      this.#unbroken += 1;
      const { maxSteps = MAX_STEPS, world } = this.#parts;
      if (this.#unbroken > maxSteps) throw tooManySteps(world.clock.now(), this.#unbroken, [ran]);
      return true;
    }
    this.#unbroken = 0;
    const task = this.#tasks.shift();
    if (task === undefined) return this.#woken;
    this.#parts.world.clock.tick();
    await task.run();
    return true;
  }

  /** A mistake of ours: told to who waits when it is a runaway or does not end, instead of letting them hang. */
  #own(error: unknown): void {
    if (!(error instanceof StorageFault))
      this.#parts.log.error({ error }, "the loop met a mistake of the sandbox; it goes on");
    else if (this.#mistakes === 0)
      this.#parts.log.error({ error }, "the disk stops the loop; it goes on as soon as the disk lets it");
    this.#mistakes += 1;
    this.#unbroken = 0;
    const patient = this.#mistakes < PATIENCE;
    const ours = patient ? undefined : error instanceof StorageFault ? error : loopFailing(error);
    const why = error instanceof Problem && !(error instanceof StorageFault) ? error : ours;
    if (why !== undefined) for (const task of this.#tasks.splice(0)) task.refuse(why);
    if (!this.#stopped) this.#timer = this.#parts.wall.after(1_000, () => this.wake());
  }

  #sleep(): void {
    const next = this.nextInstant();
    if (next === undefined) return;
    const delay = this.#parts.world.clock.wallDelayUntil(next);
    if (delay === Number.POSITIVE_INFINITY) return;
    this.#timer = this.#parts.wall.after(delay, () => this.wake());
  }

  async #mine(block: { at: number; network: string }): Promise<CompletedStep> {
    const { world } = this.#parts;
    world.clock.moveTo(block.at);
    const what = await this.#parts.mineBlock(block.network);
    return { at: world.clock.now(), what, ref: block.network };
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
