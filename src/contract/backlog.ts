// Finished requests that nobody has looked into yet: the recorder and the log take many of them in one go.
import type { Observation } from "./observation.ts";

/**
 * Requests and characters of their texts that may wait. What is done for one request alone finds its code and data outside of the caches
 * of the processor, and costs about three times as much as in a row. More would live through a collection of garbage.
 */
const MAX_WAITING = 32;
const MAX_CHARACTERS = 512 * 1024;

/** `take`: receives each request once, in the order of their ends, and never throws. */
export class Backlog {
  readonly #take: (seen: Observation) => void;
  #waiting: Observation[] = [];
  #characters = 0;

  constructor(take: (seen: Observation) => void) {
    this.#take = take;
  }

  add(seen: Observation): void {
    this.#waiting.push(seen);
    this.#characters += seen.replyText.length + (seen.requestText?.length ?? 0);
    if (this.#waiting.length >= MAX_WAITING || this.#characters > MAX_CHARACTERS) this.workOff();
  }

  /** Afterwards nothing waits. */
  workOff(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#characters = 0;
    for (const seen of waiting) this.#take(seen);
  }
}
