// Queued work of the loop, in the order in which it was queued.

/** `outermost`: never runs inside of other work. `sendsTo`: the network that the work sends a transaction to. */
export type TaskTraits = { outermost?: boolean; sendsTo?: string };
type Task = { run(): Promise<void>; refuse(why: Error): void } & TaskTraits;

export class TaskQueue {
  #tasks: Task[] = [];

  /** Resolves or rejects as `work` does once it was run, and rejects when it is refused. */
  push<T>(work: () => Promise<T>, traits: TaskTraits): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#tasks.push({ run: () => attempted(work).then(resolve, reject), refuse: reject, ...traits });
    return promise;
  }

  /** Takes the next task; inside of other work the next one that may run there. */
  next(inside: boolean): Pick<Task, "run"> | undefined {
    const at = this.#indexOfNext(inside);
    return at < 0 ? undefined : this.#tasks.splice(at, 1)[0];
  }

  /** The network that the next task sends to. */
  get nextSendsTo(): string | undefined {
    return this.#tasks[0]?.sendsTo;
  }

  has(inside: boolean): boolean {
    return this.#indexOfNext(inside) >= 0;
  }

  #indexOfNext(inside: boolean): number {
    return this.#tasks.findIndex(({ outermost }) => !inside || !outermost);
  }

  /** Rejects all queued work. */
  refuse(why: Error): void {
    for (const task of this.#tasks.splice(0)) task.refuse(why);
  }
}

/** Turns a synchronous throw into a rejection. */
async function attempted<T>(work: () => Promise<T>): Promise<T> {
  return work();
}
