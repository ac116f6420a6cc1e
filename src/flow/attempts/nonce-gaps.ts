// Nonces of a sender: detects nonces that other transactions used, and fills gaps that block later nonces.
import type { Hex } from "../../chains/chain.ts";
import type { AttemptRow, UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import { attemptsAtNonce, gapIn } from "../../domain/attempt/store.ts";
import { confirmedHeight, tailHead } from "../../domain/chain-tail.ts";
import { settingOf } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { minedNonce } from "./broadcast.ts";
import { emptyTransaction, feesNow } from "./build-transaction.ts";
import { createGapFiller } from "./create-attempt.ts";
import { releaseNonce, usedByAnother } from "./nonce-conflict.ts";
import { sendAttempt } from "./send-attempt.ts";

/** The highest confirmed block that is indexed, below zero while there is none. */
export function heightConfirmed(world: World, network: string): number {
  const head = tailHead(world.db, network)?.height ?? -1;
  return confirmedHeight(head, settingOf(world, network).confirmations);
}

/** True when the nonce of an attempt that is in no block was used in a confirmed block. */
export async function isNonceUsed({ world, chains }: FlowDependencies, attempt: AttemptRow): Promise<boolean> {
  const { network, sender, nonce } = attempt;
  const height = heightConfirmed(world, network);
  return height >= 0 && (await minedNonce(chains.get(network), sender, `0x${height.toString(16)}` as Hex)) > nonce;
}

/**
 * Checks whether the nonce of a sent attempt was used in a confirmed block. A platform attempt leaves the state "sent"
 * when it is mined, so it was a foreign transaction: then all attempts at the nonce end. Returns true in that case.
 */
export async function endIfNonceUsed(dependencies: FlowDependencies, attempt: AttemptRow): Promise<boolean> {
  const { world } = dependencies;
  const used = await isNonceUsed(dependencies, attempt);
  if (used) {
    world.db.transaction(() => {
      world.clock.tick();
      releaseNonce(world, attempt, usedByAnother(attempt.nonce));
    });
  }
  return used;
}

/**
 * The final attempt at `next`, the nonce that the chain expects, below a sent one: a forced reorg removed it, and later nonces
 * are blocked until it is mined again. Undefined when no final attempt is missing there.
 */
export function missingFinalAt({ world }: FlowDependencies, attempt: AttemptRow, next: number): AttemptRow | undefined {
  const { network, sender, nonce: below } = attempt;
  if (next >= below) return undefined;
  return attemptsAtNonce(world.db, network, sender, next).findLast(
    ({ state }) => state === "confirmed" || state === "failed",
  );
}

/**
 * Sends an empty transaction at the first unused nonce from `next` on, below a sent attempt, which the gap would block for ever.
 * Returns true when there was such a nonce.
 */
export async function fillGapBelow(
  dependencies: FlowDependencies,
  attempt: AttemptRow,
  next: number,
): Promise<boolean> {
  const { world, chains } = dependencies;
  const { network, sender, derivation, purpose, nonce: below } = attempt;
  const nonce = gapIn(world.db, { network, sender, from: next, below });
  if (nonce >= below) return false;
  const plan = emptyTransaction(sender, JSON.parse(attempt.plan) as UnsignedTransaction, feesNow(chains.get(network)));
  const closing = world.db.transaction(() => {
    world.clock.tick();
    return createGapFiller(world, { network, sender, derivation, purpose, nonce, plan });
  });
  await sendAttempt(dependencies, closing);
  return true;
}
