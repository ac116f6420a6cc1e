// Waits for an event without polling: every commit wakes the waiting requests, and each runs its query once.
import type { Timer, WallClock } from "../../kernel/wall-clock.ts";

/** Why a wait ended without an event. */
export type WaitEnd = "timeout" | "restarted" | "closed" | "gone";

/** The waiting client. `whenGone` calls `run` when it disconnects before it is answered. */
export type Client = { whenGone(run: () => void): void };

type Waiter = { look(): void; end(why: WaitEnd): void };

export class EventWaiters {
  readonly #wall: WallClock;
  readonly #waiting = new Set<Waiter>();
  #closed = false;

  constructor(wall: WallClock) {
    this.#wall = wall;
  }

  /** Runs the query of every waiter again (`db.onCommit`). */
  wake(): void {
    for (const waiter of [...this.#waiting]) waiter.look();
  }

  /** Number of waiting requests. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Resolves as soon as `look` finds something, at the latest after `timeoutMs` of wall time, or when `client` has disconnected. */
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
          // The error goes to the waiting request, not to the commit that woke it.
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

  /** Ends all waits: another world was attached, and the awaited events belonged to the old one. */
  restart(): void {
    this.#endAll("restarted");
  }

  /** Ends all waits for good when the sandbox stops. */
  close(): void {
    this.#closed = true;
    this.#endAll("closed");
  }

  #endAll(why: WaitEnd): void {
    for (const waiter of [...this.#waiting]) waiter.end(why);
  }
}
