// Engine snapshots by height, thinned out on long chains, as starting points of a rewind.
import { assert } from "../kernel/assert.ts";
import type { Hex } from "./chain.ts";
import type { Engine, EngineCall } from "./engine/engine.ts";
import type { EngineBlock } from "./engine/engine-block.ts";
import { ask, askAll } from "./engine/own-question.ts";

/**
 * An engine never frees a snapshot, and each one holds a copy of everything that the genesis and state changes wrote:
 * one per block tripled the memory of a long chain, and one per 32 blocks still took 4.5 MB a 1,000 deposits. So a short
 * chain has one for every block and rewinds directly; a long one rewinds to the nearest checkpoint and mines the blocks
 * above it again.
 */
const ALL_UP_TO = 128;
const THEN_EVERY = 128;

/** The engine mines only when it is told to: a crossing in which it mined by itself may not have ended. */
export const MINE_NOT_ALONE: EngineCall = ["evm_setAutomine", [false]];

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

/** An engine at a snapshot, with an empty pool. `snapshot`: another one of the same state, since one can be reverted to only once. */
export type Reverted = { block: EngineBlock; snapshot: string };

/**
 * In one crossing, unless transactions wait in the pool of the snapshot. Undefined when it cannot be reverted to, because that was
 * done before. @throws EngineFailure when it failed; the snapshot may be used up then
 */
export async function revertTo(engine: Engine, snapshot: string): Promise<Reverted | undefined> {
  const [reverted, , head, pending, again] = await askAll(engine, [
    ["evm_revert", [snapshot]],
    MINE_NOT_ALONE,
    ["eth_getBlockByNumber", ["latest", false]],
    ["eth_pendingTransactions", []],
    ["evm_snapshot", []],
  ]);
  if (reverted !== true) return undefined;
  const block = head as EngineBlock;
  const waiting = pending as readonly { hash: Hex }[];
  if (waiting.length === 0) return { block, snapshot: again as string };
  for (const { hash } of waiting) await ask(engine, "hardhat_dropTransaction", [hash]);
  return { block, snapshot: await takeCheckpoint(engine) };
}

export class EngineCheckpoints {
  readonly #engine: Engine;
  readonly #byHeight = new Map<number, string>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Keeps a snapshot that was taken at this height. */
  keep(height: number, snapshot: string): void {
    this.#byHeight.set(height, snapshot);
  }

  /**
   * Reverts the engine to the highest checkpoint at or below `height`, which is used up by it. One that an earlier rewind used up
   * before it failed is passed over.
   */
  async revert(height: number): Promise<Reverted & { height: number }> {
    for (let below = height; ; ) {
      const { height: from, snapshot } = this.#nearest(below);
      const reverted = await revertTo(this.#engine, snapshot);
      if (reverted !== undefined) return { ...reverted, height: from };
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
