// A lane of nonces on its chain: nonces that others have used, and gaps that those behind them wait for.
import type { Hex } from "../../chains/chain.ts";
import type { AttemptRow, UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import { attemptsAtNonce, gapIn } from "../../domain/attempt/store.ts";
import { confirmedHeight, tailHead } from "../../domain/chain-tail.ts";
import { settingOf } from "../../domain/network/store.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { minedNonce } from "./broadcast.ts";
import { emptyTransaction, feesNow } from "./build-transaction.ts";
import { createGapFiller } from "./create-attempt.ts";
import { releaseNonce, usedByAnother } from "./nonce-conflict.ts";
import { sendAttempt } from "./send-attempt.ts";

/**
 * Looks whether the nonce of a sent attempt was used in a block that is confirmed. Those of ours leave the state "sent"
 * when they are mined, so it was somebody else: then all attempts at it end. True when it was so.
 */
export async function foundUsed({ world, chains }: FlowDependencies, attempt: AttemptRow): Promise<boolean> {
  const { network, sender, nonce } = attempt;
  const head = tailHead(world.db, network)?.height;
  if (head === undefined) return false;
  const height = confirmedHeight(head, settingOf(world, network).confirmations);
  if (height < 0) return false;
  const used = (await minedNonce(chains.get(network), sender, `0x${height.toString(16)}` as Hex)) > nonce;
  if (used) {
    world.db.transaction(() => {
      world.clock.tick();
      releaseNonce(world, attempt, usedByAnother(nonce));
    });
  }
  return used;
}

/**
 * The final attempt at `next`, the nonce that the chain waits for, below a sent one: a forced reorg took it away, and nothing
 * behind it goes on until it is back. Undefined when none of ours is missed there.
 */
export function missedBelow({ world }: FlowDependencies, attempt: AttemptRow, next: number): AttemptRow | undefined {
  const { network, sender, nonce: below } = attempt;
  if (next >= below) return undefined;
  return attemptsAtNonce(world.db, network, sender, next).findLast(
    ({ state }) => state === "confirmed" || state === "failed",
  );
}

/**
 * Sends nothing at the first nonce from `next` on, below a sent attempt, that nobody uses: without it the attempt would wait for
 * ever. True when there was such a nonce.
 */
export async function closedGapBelow(parts: FlowDependencies, attempt: AttemptRow, next: number): Promise<boolean> {
  const { world, chains } = parts;
  const { network, sender, derivation, purpose, nonce: below } = attempt;
  const nonce = gapIn(world.db, { network, sender, from: next, below });
  if (nonce >= below) return false;
  const plan = emptyTransaction(sender, JSON.parse(attempt.plan) as UnsignedTransaction, feesNow(chains.get(network)));
  const closing = world.db.transaction(() => {
    world.clock.tick();
    return createGapFiller(world, { network, sender, derivation, purpose, nonce, plan });
  });
  await sendAttempt(parts, closing);
  return true;
}
