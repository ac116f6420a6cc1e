// Watches an attempt that is not mined: resumes it, sends it again when the node lost it, replaces it when it is stuck (H-22, R-110).
import { nextCheckDelay, schedule } from "../../domain/agenda.ts";
import {
  type AttemptRow,
  asSigned,
  REPLACE_AFTER_MS,
  type UnsignedTransaction,
  WATCH_ATTEMPT_JOB,
} from "../../domain/attempt/attempt.ts";
import { attemptById, attemptsAtNonce } from "../../domain/attempt/store.ts";
import { moveAttempt, updateAttempt } from "../../domain/attempt/transitions.ts";
import { payoutById } from "../../domain/payout/store.ts";
import { transactionById } from "../../domain/transaction/store.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { undoFinal } from "../indexer/changed-receipt.ts";
import { confirmBalances } from "../indexer/confirm-balances.ts";
import { broadcastFailed, expirePayment, MAX_SENDS } from "../payments/payment-outcome.ts";
import { broadcast, isKnown, minedNonce } from "./broadcast.ts";
import { feesNow, replacementOf } from "./build-transaction.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { createCompetingAttempt } from "./create-attempt.ts";
import { endIfNonceUsed, fillGapBelow, heightConfirmed, isNonceUsed, missingFinalAt } from "./nonce-gaps.ts";
import { sendAgain, sendAttempt } from "./send-attempt.ts";

/** Maximum attempts at one nonce; by then the fees have more than tripled and the attempt is only kept in the pool. */
const MAX_REPLACEMENTS = 10;

export async function watchAttempt(dependencies: FlowDependencies, ref: string): Promise<void> {
  const attempt = required(attemptById(dependencies.world.db, Number(ref)), "attempt", { ref });
  if (attempt.state === "confirmed" || attempt.state === "failed") await rebroadcastFinal(dependencies, attempt);
  else if (attempt.state === "sent") await watchSent(dependencies, attempt);
  else await resumeAttempt(dependencies, attempt);
}

/**
 * Resumes an attempt that is prepared or signed; does nothing in any other state. After its cutoff a payout is not sent
 * any more, and one that reached the maximum number of sends is cancelled (H-22).
 */
export async function resumeAttempt(dependencies: FlowDependencies, attempt: AttemptRow): Promise<void> {
  const { world } = dependencies;
  if (attempt.state !== "prepared" && attempt.state !== "signed") return;
  if (attempt.kind !== "cancel" && cutoffPassed(world, attempt)) {
    if (attempt.state === "signed") await cancelPayment(dependencies, attempt.purpose, attempt.subject);
    else expireUnsigned(world, attempt);
  } else if (isGivenUp(attempt)) {
    await cancelPayment(dependencies, attempt.purpose, attempt.subject, broadcastFailed(attempt.sends, attempt.error));
  } else await sendAttempt(dependencies, attempt);
}

/** Only payments of a client are given up: refills, sweeps, fills and delegations are retried until the node answers. */
function isGivenUp({ kind, purpose, sends }: AttemptRow): boolean {
  return kind === "pay" && sends >= MAX_SENDS && (purpose === "payout" || purpose === "transfer");
}

/** Nothing was signed: the nonce is released, and nothing can be paid any more. */
function expireUnsigned(world: World, attempt: AttemptRow): void {
  world.db.transaction(() => {
    world.clock.tick();
    const { kind, subject } = moveAttempt(world, attempt, "void", { error: "the cutoff passed" });
    if (kind === "pay") expirePayment(world, required(transactionById(world.db, subject), "transaction", { subject }));
  });
}

async function watchSent(dependencies: FlowDependencies, attempt: AttemptRow): Promise<void> {
  const { world, chains } = dependencies;
  if (cutoffPassed(world, attempt)) await cancelPayment(dependencies, attempt.purpose, attempt.subject);
  if (await endIfNonceUsed(dependencies, attempt)) return;
  const next = await minedNonce(chains.get(attempt.network), attempt.sender);
  // Tried again: at the time of the reorg its sender may have lacked the money for gas.
  const missed = missingFinalAt(dependencies, attempt, next);
  if (missed !== undefined) await rebroadcastFinal(dependencies, missed);
  // An attempt that a gap blocked was not too cheap.
  const gap = missed !== undefined || (await fillGapBelow(dependencies, attempt, next));
  const stuck = !gap && world.clock.now() - (attempt.sent_at ?? 0) >= REPLACE_AFTER_MS;
  if (!(await isKnown(chains.get(attempt.network), attempt))) {
    if (await isDisplaced(dependencies, attempt)) watchAgain(world, attempt);
    else await sendAgain(dependencies, attempt);
  } else if (stuck && isNewest(world, attempt)) await replace(dependencies, attempt);
  else watchAgain(world, attempt);
}

/**
 * A forced reorg removed the block of a final attempt: its bytes are sent again until they are mined, or until another
 * transaction has used its nonce.
 */
async function rebroadcastFinal(dependencies: FlowDependencies, attempt: AttemptRow): Promise<void> {
  if (attempt.block_height !== null) return;
  const { world, chains } = dependencies;
  const { network, nonce } = attempt;
  if (await isNonceUsed(dependencies, attempt)) {
    world.db.transaction(() => {
      world.clock.tick();
      const height = heightConfirmed(world, network);
      undoFinal(world, attempt, height, `its nonce ${nonce} is used by a transaction that is not the platform's`);
      confirmBalances(world, network, height);
    });
    return;
  }
  if (!(await isKnown(chains.get(network), attempt))) await broadcast(dependencies, { ...attempt, effect: "" });
  world.db.transaction(() => {
    const now = world.clock.tick();
    const sends = attempt.sends + 1;
    updateAttempt(world, attempt, { sends });
    const again = now + nextCheckDelay(REPLACE_AFTER_MS, sends * REPLACE_AFTER_MS);
    schedule(world.db, WATCH_ATTEMPT_JOB, String(attempt.id), again);
  });
}

/** Sends a replacement with higher fees at the same nonce. A fee below what blocks accept is raised without limit. */
async function replace(dependencies: FlowDependencies, attempt: AttemptRow): Promise<void> {
  const { world, chains } = dependencies;
  const now = feesNow(chains.get(attempt.network));
  const plan = JSON.parse(attempt.plan) as UnsignedTransaction;
  const competitors = attemptsAtNonce(world.db, attempt.network, attempt.sender, attempt.nonce);
  const dearEnough = BigInt(asSigned(plan).maxFeePerGas) >= BigInt(now.maxFeePerGas) / 2n;
  if (competitors.length > MAX_REPLACEMENTS && dearEnough) return watchAgain(world, attempt);
  const kind = attempt.kind === "cancel" ? "cancel" : "replacement";
  const competitor = world.db.transaction(() => {
    world.clock.tick();
    return createCompetingAttempt(world, attempt, kind, replacementOf(plan, now));
  });
  failpoint("attempt.after_replace");
  await sendAttempt(dependencies, competitor);
}

/** An attempt that higher fees do not help stays in the pool and is checked less and less often. */
function watchAgain(world: World, attempt: AttemptRow): void {
  const now = world.clock.now();
  const at = now + nextCheckDelay(REPLACE_AFTER_MS, now - (attempt.sent_at ?? now));
  schedule(world.db, WATCH_ATTEMPT_JOB, String(attempt.id), at);
}

function isNewest(world: World, attempt: AttemptRow): boolean {
  return newestSent(world, attempt)?.id === attempt.id;
}

/** The attempts at one nonce compete: the last one sent is the one that the pool should hold. */
function newestSent(world: World, { network, sender, nonce }: AttemptRow): AttemptRow | undefined {
  return attemptsAtNonce(world.db, network, sender, nonce).findLast(({ state }) => state === "sent");
}

/** True when a later attempt replaced it in the pool: the node would refuse it until that one is lost too. */
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
