// Sending one attempt: sign, store the bytes, broadcast, store the result. The only code path that sends.

import { keccak256 } from "viem";
import type { Hex } from "../../chains/chain.ts";
import { nextCheckDelay, schedule } from "../../domain/agenda.ts";
import {
  type AttemptRow,
  asSigned,
  REPLACE_AFTER_MS,
  type UnsignedTransaction,
  WATCH_ATTEMPT_JOB,
} from "../../domain/attempt/attempt.ts";
import { attemptsAtNonce } from "../../domain/attempt/store.ts";
import { moveAttempt, updateAttempt } from "../../domain/attempt/transitions.ts";
import { NATIVE } from "../../domain/network/network.ts";
import type { World } from "../../domain/world.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { outcomeOf } from "../outcome-table.ts";
import { broadcast } from "./broadcast.ts";
import { decideSend } from "./create-attempt.ts";
import { releaseNonce } from "./nonce-conflict.ts";
import type { Refusal } from "./outcome.ts";

/** Virtual ms from the n-th send without an answer to the next send of the same bytes: 2 s doubling, at most a day (H-22). */
function backoffMs(sends: number): number {
  return Math.min(1_000 * 2 ** sends, 86_400_000);
}

/** Sends a prepared attempt, or a signed one after a restart or a send without an answer. */
export async function sendAttempt(dependencies: FlowDependencies, prepared: AttemptRow): Promise<void> {
  const { world } = dependencies;
  const attempt =
    prepared.state === "prepared" ? await signAttempt(dependencies, prepared) : withSendEffect(world, prepared);
  failpoint("attempt.after_commit_before_send");
  const answer = await broadcast(dependencies, attempt);
  failpoint("attempt.after_send_before_mark");
  world.db.transaction(() => {
    const now = world.clock.tick();
    const sends = attempt.sends + 1;
    if (answer.kind === "accepted") {
      const sent = moveAttempt(world, attempt, "send", { sent_at: now, sends, effect: null, error: "" });
      schedule(world.db, WATCH_ATTEMPT_JOB, String(attempt.id), now + REPLACE_AFTER_MS);
      if (attempt.kind === "pay") outcomeOf(attempt).sent(world, sent);
    } else if (answer.kind === "uncertain") {
      // The node may have it: nothing is undone, and nothing else is sent in its place.
      updateAttempt(world, attempt, { sends, effect: null, error: answer.message });
      schedule(world.db, WATCH_ATTEMPT_JOB, String(attempt.id), now + backoffMs(sends));
    } else if (answer.refusal.why === "nonce") {
      releaseNonce(world, attempt, answer.refusal);
    } else {
      voidUnsent(world, attempt, answer.refusal);
    }
  });
}

/** Sends the identical bytes of a sent attempt again; the node's answer is ignored, receipts decide. */
export async function sendAgain(dependencies: FlowDependencies, sent: AttemptRow): Promise<void> {
  const { world } = dependencies;
  const attempt = withSendEffect(world, sent);
  await broadcast(dependencies, attempt);
  world.db.transaction(() => {
    const now = world.clock.tick();
    moveAttempt(world, attempt, "send", { sends: attempt.sends + 1, sent_at: now, effect: null });
    const again = nextCheckDelay(REPLACE_AFTER_MS, attempt.sends * REPLACE_AFTER_MS);
    schedule(world.db, WATCH_ATTEMPT_JOB, String(attempt.id), now + again);
  });
}

/** The attempt certainly never reached the node: its nonce is free again, and competing attempts are watched. */
function voidUnsent(world: World, attempt: AttemptRow, refusal: Refusal): void {
  const given = moveAttempt(world, attempt, "void", { error: refusal.message, effect: null });
  if (attempt.kind === "pay") outcomeOf(given).refused(world, given, refusal);
  else if (refusal.why === "gas-money") outcomeOf(given).gasTooExpensive?.(world, given);
  const now = world.clock.now();
  for (const { id, state, sent_at } of attemptsAtNonce(world.db, attempt.network, attempt.sender, attempt.nonce)) {
    if (state !== "signed" && state !== "sent") continue;
    schedule(world.db, WATCH_ATTEMPT_JOB, String(id), now + nextCheckDelay(REPLACE_AFTER_MS, now - (sent_at ?? now)));
  }
}

/** Decided once per send: an interrupted send meets the same fault when it is repeated (gate chain.submit). */
function withSendEffect(world: World, attempt: AttemptRow): AttemptRow {
  if (attempt.effect !== null) return attempt;
  return world.db.transaction(() => {
    world.clock.tick();
    return decideSend(world, attempt);
  });
}

async function signAttempt(dependencies: FlowDependencies, prepared: AttemptRow): Promise<AttemptRow> {
  const { world } = dependencies;
  const raw = await signPlan(dependencies, prepared);
  failpoint("attempt.after_sign");
  return world.db.transaction(() => {
    world.clock.tick();
    const signed = moveAttempt(world, prepared, "sign", { raw, hash: keccak256(raw) });
    if (signed.kind === "pay") outcomeOf(signed).signed?.(world, signed);
    return decideSend(world, signed);
  });
}

/** Signs the transaction: the same fields and nonce always give the same bytes. */
async function signPlan({ world, accountAt }: FlowDependencies, attempt: AttemptRow): Promise<Hex> {
  const plan = asSigned(JSON.parse(attempt.plan) as UnsignedTransaction);
  const { chainId } = world.catalogue.network(attempt.network);
  const common = {
    chainId,
    nonce: attempt.nonce,
    to: plan.to as Hex,
    value: BigInt(plan.value),
    data: plan.data as Hex,
    gas: BigInt(plan.gas),
    maxFeePerGas: BigInt(plan.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(plan.maxPriorityFeePerGas),
  };
  const account = accountAt(attempt.derivation);
  if (plan.authorization === undefined) return account.signTransaction({ ...common, type: "eip1559" });
  const { derivation, contract, nonce } = plan.authorization;
  const authorization = await accountAt(derivation).signAuthorization({
    contractAddress: (contract === "" ? NATIVE : contract) as Hex,
    chainId,
    nonce,
  });
  return account.signTransaction({ ...common, type: "eip7702", authorizationList: [authorization] });
}
