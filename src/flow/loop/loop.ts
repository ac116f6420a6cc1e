// The main loop: finds the next due item, moves the clock to its due time, runs it. The same steps serve live operation and time travel.
import { nextDue, removeJob } from "../../domain/agenda.ts";
import type { Timer } from "../../kernel/wall-clock.ts";
import type { LoopDependencies, LoopStep } from "./loop-dependencies.ts";
import { logFailure, loopStopped, MAX_STEPS, reasonToRefuse, tooManySteps } from "./loop-errors.ts";
import { TaskQueue, type TaskTraits } from "./task-queue.ts";

/** While the loop is busy, the Node event loop gets a turn at least this often (real ms). */
const MAX_HOLD_MS = 8;

export class Loop {
  readonly #dependencies: LoopDependencies;
  readonly #tasks = new TaskQueue();
  /** Events processed with the one before them: the next steps. */
  readonly #processed: LoopStep[] = [];
  #running = false;
  #nextTask: PromiseWithResolvers<void> | undefined;
  #woken = false;
  #stopped = false;
  #timer: Timer | undefined;
  #busySince = 0;
  #failures = 0;
  #stepsInARow = 0;

  constructor(dependencies: LoopDependencies) {
    this.#dependencies = dependencies;
  }

  /** Something may be due: called after each commit, by timers and when work is queued. Nothing polls. */
  wake(): void {
    this.#woken = true;
    if (this.#running || this.#stopped) return;
    this.#running = true;
    this.#dependencies.wall.soon(() => void this.#run());
  }

  /**
   * Runs `work` alone: after everything due now and before anything due later, in the order in which it was queued. While work
   * waits for a webhook's handler, other queued work runs inside of it, except `outermost`: what waits for handlers itself.
   */
  exclusive<T>(work: () => Promise<T>, traits: TaskTraits = {}): Promise<T> {
    if (this.#stopped) return Promise.reject(loopStopped());
    const done = this.#tasks.push(work, traits);
    this.#nextTask?.resolve();
    this.#nextTask = undefined;
    this.wake();
    return done;
  }

  /**
   * For work inside the loop that waits for something outside: waits for `over` or queued work; before queued work runs what is due.
   * What is merely due waits for `over`: the order of steps does not depend on how fast handlers answer, unless they ask for something
   * . Returns what a step ran. @throws as `step` does
   */
  async meanwhile(over: () => Promise<void>): Promise<LoopStep | undefined> {
    if (!this.#tasks.has(true)) {
      this.#nextTask ??= Promise.withResolvers<void>();
      await Promise.race([over(), this.#nextTask.promise]);
      return undefined;
    }
    const ran = await this.step();
    if (ran === undefined) await this.#runTask(true);
    return ran;
  }

  /** Resolves when nothing is due now (running deliveries aside). */
  settled = (): Promise<void> => this.exclusive(async () => {});

  /**
   * Runs the next item due at or before the clock's present reading; returns what it was, or undefined when nothing is
   * due. Order: blocks, events, then the agenda by due time and insertion; when the loop is late, work that was due before
   * a block runs before it. `sendsTo`: where a transaction is sent when nothing is due; owed blocks may wait for it.
   * @throws Problem when the loop has stopped: a time travel ends with its world
   */
  async step(sendsTo?: string): Promise<LoopStep | undefined> {
    if (this.#stopped) throw loopStopped();
    if (this.#processed.length > 0) return this.#processed.shift();
    const { world } = this.#dependencies;
    await this.#yieldToEventLoop();
    const preparing = this.#dependencies.prepare?.();
    if (preparing !== undefined) await preparing;
    const now = world.clock.peek();
    const block = this.#dependencies.nextBlock(sendsTo);
    const due = nextDue(world.db);
    const blockFirst = block !== undefined && block.at <= Math.min(now, due?.due_at ?? now);
    if (blockFirst && block.at <= world.clock.now()) return this.#mine(block);
    if (this.#dependencies.hasEvents()) return this.#processEvents();
    if (blockFirst) return this.#mine(block);
    if (due === undefined || due.due_at > now) return undefined;
    world.clock.moveTo(due.due_at);
    await this.#dependencies.runJob(due);
    removeJob(world.db, due.id);
    return { at: Math.max(due.due_at, world.clock.now()), what: due.job, ref: due.ref, counts: true };
  }

  /** True when a step would find something to run. */
  get isDue(): boolean {
    const { world } = this.#dependencies;
    const next = this.nextInstant() ?? Number.POSITIVE_INFINITY;
    return this.#dependencies.hasEvents() || next <= world.clock.peek();
  }

  /** When the next item is due, as far as it is known now (virtual ms). */
  nextInstant(): number | undefined {
    const { world } = this.#dependencies;
    const [block, due] = [this.#dependencies.nextBlock()?.at, nextDue(world.db)?.due_at];
    return block === undefined || due === undefined ? (block ?? due) : Math.min(block, due);
  }

  /** Stops after the running step; queued work that has not started is rejected. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#nextTask?.resolve();
    this.#tasks.refuse(loopStopped());
    while (this.#running) await new Promise<void>((resolve) => this.#dependencies.wall.soon(resolve));
  }

  async #run(): Promise<void> {
    this.#timer?.cancel();
    this.#busySince = this.#dependencies.wall.monotonic();
    try {
      // What wakes the loop while it ends is seen here: nothing is awaited between this look and the end.
      while (!this.#stopped && ((await this.#runStepOrTask()) || this.#woken));
    } catch (error) {
      this.#running = false;
      this.#handleFailure(error);
      return;
    }
    this.#running = false;
    if (!this.#stopped) this.#sleep();
  }

  /** Runs one step, or the next task when nothing is due; false when nothing is left. @throws Problem for too many steps */
  async #runStepOrTask(): Promise<boolean> {
    this.#woken = false;
    const ran = await this.step(this.#tasks.nextSendsTo);
    this.#failures = 0;
    if (ran !== undefined) {
      if (ran.counts) this.#stepsInARow += 1;
      const { maxSteps = MAX_STEPS, world } = this.#dependencies;
      if (this.#stepsInARow > maxSteps) throw tooManySteps(world.clock.now(), this.#stepsInARow, [ran]);
      return true;
    }
    this.#stepsInARow = 0;
    return this.#runTask(false);
  }

  /** False when no task may run. */
  async #runTask(inside: boolean): Promise<boolean> {
    const task = this.#tasks.next(inside);
    if (task === undefined) return false;
    this.#dependencies.world.clock.tick();
    await task.run();
    return true;
  }

  /** Handles an internal error: queued work is rejected when the error persists or when there were too many steps, instead of hanging. */
  #handleFailure(error: unknown): void {
    logFailure(this.#dependencies.log, error, this.#failures);
    this.#failures += 1;
    this.#stepsInARow = 0;
    const why = reasonToRefuse(error, this.#failures);
    if (why !== undefined) this.#tasks.refuse(why);
    if (!this.#stopped) this.#timer = this.#dependencies.wall.after(1_000, () => this.wake());
  }

  #sleep(): void {
    const delay = this.#dependencies.world.clock.wallDelayUntil(this.nextInstant() ?? Number.POSITIVE_INFINITY);
    if (delay === Number.POSITIVE_INFINITY) return;
    this.#timer = this.#dependencies.wall.after(delay, () => this.wake());
  }

  /** One step for each event, though one transaction processes several. */
  #processEvents(): LoopStep | undefined {
    const at = this.#dependencies.world.clock.now();
    for (const { id, type } of this.#dependencies.processEvents())
      this.#processed.push({ at, what: `event ${type}`, ref: id, counts: true });
    return this.#processed.shift();
  }

  async #mine(block: { at: number; network: string }): Promise<LoopStep> {
    const { world, mineBlock } = this.#dependencies;
    world.clock.moveTo(block.at);
    const { what, empty } = await mineBlock(block.network);
    return { at: world.clock.now(), what, ref: block.network, counts: !empty };
  }

  async #yieldToEventLoop(): Promise<void> {
    const { wall } = this.#dependencies;
    if (wall.monotonic() - this.#busySince < MAX_HOLD_MS) return;
    await new Promise<void>((resolve) => wall.soon(resolve));
    this.#busySince = wall.monotonic();
  }
}
