// What a purpose says to the fate of its attempts; all inside the transaction that applies the block.
import type { AttemptRow } from "../../domain/attempt/attempt.ts";
import type { World } from "../../domain/world.ts";

export type Outcome = {
  /** First inclusion in a block, reverted or not. `gasCost` in wei. */
  mined(world: World, attempt: AttemptRow, gasCost: bigint): void;
  /** Its block was removed before the target. */
  unmined?(world: World, attempt: AttemptRow): void;
  /** Reached the confirmation target with success. */
  confirmed(world: World, attempt: AttemptRow): void;
  /** Reached the confirmation target reverted. */
  failed(world: World, attempt: AttemptRow): void;
};

/** Virtual ms from the n-th failed sweep or delegation to the next: 5 s doubling, at most a day; none is ever given up. */
export function sponsoredBackoffMs(tries: number): number {
  return Math.min(5_000 * 2 ** (tries - 1), 86_400_000);
}
