// What a purpose says to the fate of its attempts; each runs inside the transaction that writes the fate down.
import type { AttemptRow } from "../../domain/attempt/attempt.ts";
import type { World } from "../../domain/world.ts";

/**
 * Why a payment was not taken: its nonce is another transaction's, the sender lacks what it sends or the money for gas,
 * or anything else. `message` is the node's, or ours for a nonce.
 */
export type Refusal = { why: "nonce" | "balance" | "gas-money" | "other"; message: string };

export type Outcome = {
  /** The bytes are written down. */
  signed?(world: World, attempt: AttemptRow): void;
  /** The node has it. */
  sent(world: World, attempt: AttemptRow): void;
  /** It is not on its way and never will be: refused before it reached the node, or its nonce was used by another. */
  refused(world: World, attempt: AttemptRow, refusal: Refusal): void;
  /** A replacement was refused because its sender lacks the money for the higher fees. */
  gasTooExpensive?(world: World, attempt: AttemptRow): void;
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
