// An attempt that is in no block: sent again when the node has lost it, replaced with higher fees when it is stuck (H-22).
import { type Hex, RpcError } from "../../chains/chain.ts";
import { lookAgainIn, schedule } from "../../domain/agenda.ts";
import { type AttemptRow, type Plan, REPLACE_AFTER_MS, WATCH_ATTEMPT_JOB } from "../../domain/attempt/attempt.ts";
import { attemptById, attemptsAtNonce, insertRival } from "../../domain/attempt/store.ts";
import { moveAttempt } from "../../domain/attempt/verbs.ts";
import { payoutById } from "../../domain/payout/store.ts";
import { transactionById } from "../../domain/transaction/store.ts";
import type { World } from "../../domain/world.ts";
import { present } from "../../kernel/assert.ts";
import type { FlowParts } from "../parts.ts";
import { withHigherFees } from "../plan.ts";
import { sendAttempt } from "../submit.ts";
import { cancelPayment } from "./expire-payout.ts";

/** Replacements at one nonce; after these the fees have more than tripled and the attempt is only kept alive. */
const MOST_REPLACEMENTS = 10;

export async function watchAttempt(parts: FlowParts, ref: string): Promise<void> {
  const { world } = parts;
  const attempt = present(attemptById(world.db, Number(ref)), "attempt", { ref });
  if (attempt.state === "confirmed" || attempt.state === "failed") return bringBack(parts, attempt);
  if (attempt.state !== "sent") return;
  if (cutoffPassed(world, attempt)) await cancelPayment(parts, attempt.subject);
  const stuckFor = world.clock.now() - (attempt.sent_at ?? 0);
  if (!(await isWaiting(parts, attempt))) await sendAgain(parts, attempt);
  else if (stuckFor >= REPLACE_AFTER_MS && isNewest(world, attempt)) await replace(parts, attempt);
  else watchAgain(world, attempt);
}

async function isWaiting({ chains }: FlowParts, attempt: AttemptRow): Promise<boolean> {
  return (await chains.get(attempt.network).request("eth_getTransactionByHash", [attempt.hash])) !== null;
}

/** A forced reorg took a final transaction out of its block: its bytes go back to the pool unless they are there. */
async function bringBack(parts: FlowParts, attempt: AttemptRow): Promise<void> {
  if (await isWaiting(parts, attempt)) return;
  await submitAgain(parts, attempt);
}

/** The identical bytes once more; a node that says they cannot be used any more is left to the receipts. */
async function sendAgain(parts: FlowParts, attempt: AttemptRow): Promise<void> {
  const { world } = parts;
  await submitAgain(parts, attempt);
  world.db.transaction(() => {
    const now = world.clock.tick();
    moveAttempt(world, attempt, "send", { sends: attempt.sends + 1, sent_at: now });
    schedule(world.db, WATCH_ATTEMPT_JOB, String(attempt.id), now + REPLACE_AFTER_MS);
  });
}

async function submitAgain({ chains }: FlowParts, attempt: AttemptRow): Promise<void> {
  try {
    await chains.get(attempt.network).submit(attempt.raw as Hex);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
  }
}

async function replace(parts: FlowParts, attempt: AttemptRow): Promise<void> {
  const { world } = parts;
  const rivals = attemptsAtNonce(world.db, attempt.network, attempt.sender, attempt.nonce);
  if (rivals.length > MOST_REPLACEMENTS) return watchAgain(world, attempt);
  const plan = withHigherFees(JSON.parse(attempt.plan) as Plan);
  const kind = attempt.kind === "cancel" ? "cancel" : "replacement";
  const rival = world.db.transaction(() => {
    world.clock.tick();
    return insertRival(world.db, attempt, kind, JSON.stringify(plan));
  });
  await sendAttempt(parts, rival, { sent() {}, refused: () => watchAgain(world, attempt) });
}

/** What fees do not help waits in the pool; it is looked at more and more rarely. */
function watchAgain(world: World, attempt: AttemptRow): void {
  const now = world.clock.now();
  const at = now + lookAgainIn(REPLACE_AFTER_MS, now - (attempt.sent_at ?? now));
  schedule(world.db, WATCH_ATTEMPT_JOB, String(attempt.id), at);
}

function isNewest(world: World, attempt: AttemptRow): boolean {
  const open = attemptsAtNonce(world.db, attempt.network, attempt.sender, attempt.nonce).filter(
    ({ state }) => state === "sent",
  );
  return open.at(-1)?.id === attempt.id;
}

function cutoffPassed(world: World, attempt: AttemptRow): boolean {
  if (attempt.purpose !== "payout") return false;
  const row = transactionById(world.db, attempt.subject);
  const payout = row === undefined ? undefined : payoutById(world.db, row.source_id);
  return payout !== undefined && payout.expires_at !== null && payout.expires_at <= world.clock.now();
}
