// The interface of an outcome: reactions of a record to the events of its attempts, inside the transaction that records each event.
import type { AttemptRow } from "../../domain/attempt/attempt.ts";
import type { World } from "../../domain/world.ts";

/**
 * Why an attempt was refused: its nonce was used by another transaction, the sender lacks the amount or the money for gas,
 * or another reason. `message` is the node's, or the platform's for a nonce.
 */
export type Refusal = { why: "nonce" | "balance" | "gas-money" | "other"; message: string };

export type Outcome = {
  /** The signed bytes are stored. */
  signed?(world: World, attempt: AttemptRow): void;
  /** The node accepted it. */
  sent(world: World, attempt: AttemptRow): void;
  /** It can never be mined: refused before it reached the node, or its nonce was used by another transaction. */
  refused(world: World, attempt: AttemptRow, refusal: Refusal): void;
  /** A replacement was refused because its sender lacks the money for the higher fees. */
  gasTooExpensive?(world: World, attempt: AttemptRow): void;
  /** First inclusion in a block, reverted or not. `gasCost` in wei. */
  mined(world: World, attempt: AttemptRow, gasCost: bigint): void;
  /** A reorg removed its block before the target. */
  unmined?(world: World, attempt: AttemptRow): void;
  /** Reached the confirmation target and succeeded. */
  confirmed(world: World, attempt: AttemptRow): void;
  /** Reached the confirmation target and reverted. */
  failed(world: World, attempt: AttemptRow): void;
  /** Was final, and is mined again after a forced reorg. */
  minedAgain?(world: World, attempt: AttemptRow): void;
  /** Is mined instead of the final attempt at its nonce, after a forced reorg. `gasCost` in wei. */
  displaced?(world: World, attempt: AttemptRow, gasCost: bigint): void;
};

/** Virtual ms from the n-th failed sweep or delegation to the next: 5 s doubling, at most a day; retried without limit. */
export function sponsoredBackoffMs(tries: number): number {
  return Math.min(5_000 * 2 ** (tries - 1), 86_400_000);
}
