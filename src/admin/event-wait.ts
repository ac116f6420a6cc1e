// Waiting for an event without polling: every commit wakes those who wait, each looks once.
import type { Timer, WallClock } from "../kernel/wall-clock.ts";

/** Why waiting ended without an answer. */
export type WaitEnd = "timeout" | "restarted" | "closed" | "gone";

/** Whoever asked. `whenGone` calls `run` when they leave before they are answered. */
export type Client = { whenGone(run: () => void): void };

type Waiter = { look(): void; end(why: WaitEnd): void };

export class EventWaiters {
  readonly #wall: WallClock;
  readonly #waiting = new Set<Waiter>();
  #closed = false;

  constructor(wall: WallClock) {
    this.#wall = wall;
  }

  /** Looks again for everybody who waits; plugged into `db.onCommit`. */
  wake(): void {
    for (const waiter of [...this.#waiting]) waiter.look();
  }

  /** How many requests wait. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Answers as soon as `look` finds something, at the latest after `timeoutMs` of wall time, or when `client` has left. */
  wait<Found>(look: () => Found | undefined, timeoutMs: number, client?: Client): Promise<Found | WaitEnd> {
    const { promise, resolve, reject } = Promise.withResolvers<Found | WaitEnd>();
    let timer: Timer | undefined;
    const done = (): void => {
      timer?.cancel();
      this.#waiting.delete(waiter);
    };
    const waiter: Waiter = {
      look: () => {
        try {
          const found = look();
          if (found === undefined) return;
          done();
          resolve(found);
        } catch (error) {
          // Thrown into the one who waits, never into the commit that woke him.
          done();
          reject(error);
        }
      },
      end: (why) => {
        done();
        resolve(why);
      },
    };
    if (this.#closed) return Promise.resolve("closed");
    this.#waiting.add(waiter);
    timer = this.#wall.after(timeoutMs, () => waiter.end("timeout"), { unref: true });
    waiter.look();
    client?.whenGone(() => waiter.end("gone"));
    return promise;
  }

  /** Ends all waiting: another timeline has begun, and what was waited for belonged to the old one. */
  restart(): void {
    this.#endAll("restarted");
  }

  /** Ends all waiting for good: the sandbox stops. */
  close(): void {
    this.#closed = true;
    this.#endAll("closed");
  }

  #endAll(why: WaitEnd): void {
    for (const waiter of [...this.#waiting]) waiter.end(why);
  }
}
