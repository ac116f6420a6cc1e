// Requests that a fault holds on their way: the sandbox is not idle before they were answered.
import { atMost, type WallClock } from "../../kernel/wall-clock.ts";

/** Whoever waits for requests on their way does so at most this long; one that is held longer is not waited for. Real ms. */
const MOST_WAITED_MS = 10_000;

/** The requests of one world that are on their way. */
export class HeldRequests {
  readonly #wall: WallClock;
  /** When each of them arrives, by the wall's monotonic clock, and its answer. */
  readonly #open = new Map<Promise<void>, number>();

  constructor(wall: WallClock) {
    this.#wall = wall;
  }

  /** A request is on its way for `delayMs`. Returns what has to be called when it was answered. */
  hold(delayMs: number): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#open.set(promise, this.#wall.monotonic() + delayMs);
    return () => {
      this.#open.delete(promise);
      resolve();
    };
  }

  /** Begins to wait: `answered` resolves with whether there were any that could be waited for, once they were answered. */
  wait(): { answered(): Promise<boolean> } {
    const end = this.#wall.monotonic() + MOST_WAITED_MS;
    const near = (): Promise<void>[] => [...this.#open].filter(([, at]) => at <= end).map(([answer]) => answer);
    return {
      answered: async () => {
        const [waiting, left] = [near(), end - this.#wall.monotonic()];
        if (waiting.length === 0 || left <= 0) return false;
        await atMost(
          this.#wall,
          left,
          Promise.all(waiting).then(() => undefined),
        );
        return true;
      },
    };
  }
}
