// An attempt that is in no block: taken on, sent again when the node has lost it, replaced when it is stuck (H-22, R-110).
import { nextCheckDelay, schedule } from "../../domain/agenda.ts";
import {
  type AttemptRow,
  asSigned,
  REPLACE_AFTER_MS,
  type UnsignedTransaction,
  WATCH_ATTEMPT_JOB,
} from "../../domain/attempt/attempt.ts";
import { attemptById, attemptsAtNonce } from "../../domain/attempt/store.ts";
import { moveAttempt } from "../../domain/attempt/transitions.ts";
import { payoutById } from "../../domain/payout/store.ts";
import { transactionById } from "../../domain/transaction/store.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { broadcastFailed, expirePayment, MAX_SENDS } from "../payments/payment-outcome.ts";
import { broadcast, isKnown, minedNonce } from "./broadcast.ts";
import { feesNow, replacementOf } from "./build-transaction.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { createCompetingAttempt } from "./create-attempt.ts";
import { closedGapBelow, foundUsed, missedBelow } from "./nonce-gaps.ts";
import { sendAgain, sendAttempt } from "./send-attempt.ts";

/** Replacements at one nonce; after these the fees have more than tripled and the attempt is only kept alive. */
const MOST_REPLACEMENTS = 10;

export async function watchAttempt(parts: FlowDependencies, ref: string): Promise<void> {
  const attempt = required(attemptById(parts.world.db, Number(ref)), "attempt", { ref });
  if (attempt.state === "confirmed" || attempt.state === "failed") await bringBack(parts, attempt);
  else if (attempt.state === "sent") await lookAfter(parts, attempt);
  else await takeOver(parts, attempt);
}

/**
 * Goes on with an attempt that is prepared or signed, whoever left it there; any other is left alone. Past its cutoff a
 * payout is not sent any more, and one that was sent in vain as often as may be is taken back (H-22).
 */
export async function takeOver(parts: FlowDependencies, attempt: AttemptRow): Promise<void> {
  const { world } = parts;
  if (attempt.state !== "prepared" && attempt.state !== "signed") return;
  if (attempt.kind !== "cancel" && cutoffPassed(world, attempt)) {
    if (attempt.state === "signed") await cancelPayment(parts, attempt.purpose, attempt.subject);
    else expireUnsigned(world, attempt);
  } else if (isGivenUp(attempt)) {
    await cancelPayment(parts, attempt.purpose, attempt.subject, broadcastFailed(attempt.sends, attempt.error));
  } else await sendAttempt(parts, attempt);
}

/** Only what a client pays is ever given up: refills, sweeps, fills and delegations are tried until the node answers. */
function isGivenUp({ kind, purpose, sends }: AttemptRow): boolean {
  return kind === "pay" && sends >= MAX_SENDS && (purpose === "payout" || purpose === "transfer");
}

/** Nothing was signed: the nonce is given back, and nothing can be paid any more. */
function expireUnsigned(world: World, attempt: AttemptRow): void {
  world.db.transaction(() => {
    world.clock.tick();
    const { kind, subject } = moveAttempt(world, attempt, "void", { error: "the cutoff passed" });
    if (kind === "pay") expirePayment(world, required(transactionById(world.db, subject), "transaction", { subject }));
  });
}

async function lookAfter(parts: FlowDependencies, attempt: AttemptRow): Promise<void> {
  const { world, chains } = parts;
  if (cutoffPassed(world, attempt)) await cancelPayment(parts, attempt.purpose, attempt.subject);
  if (await foundUsed(parts, attempt)) return;
  const next = await minedNonce(chains.get(attempt.network), attempt.sender);
  // Once more: when the reorg came, it may have lacked the money for gas.
  const missed = missedBelow(parts, attempt, next);
  if (missed !== undefined) await bringBack(parts, missed);
  // What a gap held up was not too cheap.
  const gap = missed !== undefined || (await closedGapBelow(parts, attempt, next));
  const stuck = !gap && world.clock.now() - (attempt.sent_at ?? 0) >= REPLACE_AFTER_MS;
  if (!(await isKnown(chains.get(attempt.network), attempt))) {
    if (await isDisplaced(parts, attempt)) watchAgain(world, attempt);
    else await sendAgain(parts, attempt);
  } else if (stuck && isNewest(world, attempt)) await replace(parts, attempt);
  else watchAgain(world, attempt);
}

/** A forced reorg took a final transaction out of its block: its bytes go back to the pool unless they are there. */
async function bringBack(parts: FlowDependencies, attempt: AttemptRow): Promise<void> {
  if (await isKnown(parts.chains.get(attempt.network), attempt)) return;
  await broadcast(parts, { ...attempt, effect: "" });
}

/** Higher fees at the same nonce. A fee that no block takes is raised however often it was raised before. */
async function replace(parts: FlowDependencies, attempt: AttemptRow): Promise<void> {
  const { world, chains } = parts;
  const now = feesNow(chains.get(attempt.network));
  const plan = JSON.parse(attempt.plan) as UnsignedTransaction;
  const rivals = attemptsAtNonce(world.db, attempt.network, attempt.sender, attempt.nonce);
  const dearEnough = BigInt(asSigned(plan).maxFeePerGas) >= BigInt(now.maxFeePerGas) / 2n;
  if (rivals.length > MOST_REPLACEMENTS && dearEnough) return watchAgain(world, attempt);
  const kind = attempt.kind === "cancel" ? "cancel" : "replacement";
  const rival = world.db.transaction(() => {
    world.clock.tick();
    return createCompetingAttempt(world, attempt, kind, replacementOf(plan, now));
  });
  failpoint("attempt.after_replace");
  await sendAttempt(parts, rival);
}

/** What fees do not help waits in the pool; it is looked at more and more rarely. */
function watchAgain(world: World, attempt: AttemptRow): void {
  const now = world.clock.now();
  const at = now + nextCheckDelay(REPLACE_AFTER_MS, now - (attempt.sent_at ?? now));
  schedule(world.db, WATCH_ATTEMPT_JOB, String(attempt.id), at);
}

function isNewest(world: World, attempt: AttemptRow): boolean {
  return newestSent(world, attempt)?.id === attempt.id;
}

/** The attempts at one nonce compete: the last that was sent is the one that the pool should hold. */
function newestSent(world: World, { network, sender, nonce }: AttemptRow): AttemptRow | undefined {
  return attemptsAtNonce(world.db, network, sender, nonce).findLast(({ state }) => state === "sent");
}

/** True when a later attempt holds its place in the pool: sent again it would be refused, until that one is lost too. */
async function isDisplaced({ world, chains }: FlowDependencies, attempt: AttemptRow): Promise<boolean> {
  const newest = newestSent(world, attempt);
  return newest !== undefined && newest.id > attempt.id && (await isKnown(chains.get(attempt.network), newest));
}

function cutoffPassed(world: World, attempt: AttemptRow): boolean {
  if (attempt.purpose !== "payout") return false;
  const row = transactionById(world.db, attempt.subject);
  const payout = row === undefined ? undefined : payoutById(world.db, row.source_id);
  return payout !== undefined && payout.expires_at !== null && payout.expires_at <= world.clock.now();
}
