// Where an engine can go back to: its snapshots by height, few of them on a long chain.
import { assert } from "../kernel/assert.ts";
import type { Engine } from "./chain.ts";

/**
 * An engine never gives a snapshot back, and each holds a copy of all that genesis and acts wrote: one a block made the
 * memory of a long chain three times as much. So a short chain has all of them and goes back at once, and a long one goes
 * back to the last that was kept and is mined again from there.
 */
const ALL_UP_TO = 128;
const THEN_EVERY = 32;

/** The height at or below `height` whose snapshot is kept. */
export function checkpointAtOrBelow(height: number): number {
  return height <= ALL_UP_TO ? height : height - (height % THEN_EVERY);
}

/** Takes a snapshot of an engine as it stands. It is worth one return, and those taken later go with it (E). */
export function takeCheckpoint(engine: Engine): Promise<string> {
  return engine.request<string>("evm_snapshot");
}

export class EngineCheckpoints {
  readonly #engine: Engine;
  readonly #byHeight = new Map<number, string>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Takes the snapshot of a height, if it is one that is kept. */
  async take(height: number): Promise<void> {
    if (checkpointAtOrBelow(height) === height) this.#byHeight.set(height, await takeCheckpoint(this.#engine));
  }

  /** The highest one at or below `height`. */
  nearest(height: number): { height: number; snapshot: string } {
    const kept = checkpointAtOrBelow(height);
    const snapshot = this.#byHeight.get(kept);
    assert(snapshot !== undefined, "a rewind ends at a block of the chain", { height, kept });
    return { height: kept, snapshot };
  }

  /** The engine went back to `height`: what was taken above is worth nothing any more. */
  forgetAbove(height: number): void {
    for (const kept of this.#byHeight.keys()) if (kept > height) this.#byHeight.delete(kept);
  }
}
