// Engine snapshots by height, thinned out on long chains, as starting points of a rewind.
import { assert } from "../kernel/assert.ts";
import type { Engine } from "./engine/engine.ts";
import { ask } from "./engine/own-question.ts";

/**
 * An engine never frees a snapshot, and each one holds a copy of everything that the genesis and state changes wrote:
 * one per block tripled the memory of a long chain. So a short chain has one for every block and rewinds directly; a long
 * one rewinds to the nearest checkpoint and mines the blocks above it again.
 */
const ALL_UP_TO = 128;
const THEN_EVERY = 32;

/** The nearest height at or below `height` that has a checkpoint. */
export function checkpointAtOrBelow(height: number): number {
  return height <= ALL_UP_TO ? height : height - (height % THEN_EVERY);
}

/** True when the block at this height is followed by a snapshot. */
export function hasCheckpoint(height: number): boolean {
  return checkpointAtOrBelow(height) === height;
}

/** Takes a snapshot of an engine. It can be reverted to once; reverting also invalidates all later ones. */
export function takeCheckpoint(engine: Engine): Promise<string> {
  return ask<string>(engine, "evm_snapshot");
}

/** False when the snapshot cannot be reverted to, because that was done before. */
export function revertTo(engine: Engine, snapshot: string): Promise<boolean> {
  return ask<boolean>(engine, "evm_revert", [snapshot]);
}

export class EngineCheckpoints {
  readonly #engine: Engine;
  readonly #byHeight = new Map<number, string>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Takes the snapshot of a height, if that height has a checkpoint. */
  async take(height: number): Promise<void> {
    if (hasCheckpoint(height)) this.keep(height, await takeCheckpoint(this.#engine));
  }

  /** Keeps a snapshot that was taken at this height. */
  keep(height: number, snapshot: string): void {
    this.#byHeight.set(height, snapshot);
  }

  /**
   * Reverts the engine to the highest checkpoint at or below `height`, which is used up by it; answers its height. One that an
   * earlier rewind used up before it failed is passed over.
   */
  async revert(height: number): Promise<number> {
    for (let below = height; ; ) {
      const { height: from, snapshot } = this.#nearest(below);
      const reverted = await revertTo(this.#engine, snapshot);
      if (reverted) return from;
      this.#byHeight.delete(from);
      below = from - 1;
    }
  }

  #nearest(height: number): { height: number; snapshot: string } {
    let checkpoint = checkpointAtOrBelow(height);
    while (checkpoint > 0 && !this.#byHeight.has(checkpoint)) checkpoint = checkpointAtOrBelow(checkpoint - 1);
    const snapshot = this.#byHeight.get(checkpoint);
    assert(snapshot !== undefined, "a rewind ends at a block of the chain", { height, checkpoint });
    return { height: checkpoint, snapshot };
  }

  /** The engine went back to `height`: the snapshots above it are invalid. */
  forgetAbove(height: number): void {
    for (const taken of this.#byHeight.keys()) if (taken > height) this.#byHeight.delete(taken);
  }
}
