// Targets of requests that the log keeps: a client asks for the same ones again and again, and their texts are kept once.
import type { Observation } from "../observation.ts";

export type Target = Pick<Observation, "target" | "path" | "search">;

/** Targets that later requests may share: the last few, in turn. */
const RECENT = 8;

export class TargetStore {
  readonly #recent: Target[] = [];
  #next = 0;

  /** The target as it is kept; equal ones are the same texts. */
  keep({ target, path, search }: Target): Target {
    for (const kept of this.#recent) if (kept.target === target && kept.path === path) return kept;
    const kept = { target, path, search };
    this.#recent[this.#next] = kept;
    this.#next = (this.#next + 1) % RECENT;
    return kept;
  }
}
