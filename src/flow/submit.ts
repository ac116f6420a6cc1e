// Sending one attempt: sign, write the bytes down, send, write what came of it. The only place that sends.

import { keccak256 } from "viem";
import type { Hex } from "../chains/chain.ts";
import { RpcError } from "../chains/chain.ts";
import { schedule } from "../domain/agenda.ts";
import { type AttemptRow, type Plan, REPLACE_AFTER_MS, WATCH_ATTEMPT_JOB } from "../domain/attempt/attempt.ts";
import { moveAttempt } from "../domain/attempt/verbs.ts";
import { NATIVE } from "../domain/network/network.ts";
import type { FlowParts } from "./parts.ts";

/** What belongs to each step; each runs in the transaction of its step. */
export type AttemptSteps = {
  signed?(attempt: AttemptRow): void;
  sent(attempt: AttemptRow): void;
  /** The node refused it, so it never was on its way: its nonce is free again. */
  refused(attempt: AttemptRow, error: RpcError): void;
};

/** Takes a prepared (or, after a restart, signed) attempt to the chain. */
export async function sendAttempt(parts: FlowParts, prepared: AttemptRow, steps: AttemptSteps): Promise<void> {
  const { world, chains } = parts;
  const attempt = prepared.state === "prepared" ? await signAttempt(parts, prepared, steps) : prepared;
  try {
    await chains.get(attempt.network).submit(attempt.raw as Hex);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.message !== "already known") {
      world.db.transaction(() => {
        world.clock.tick();
        steps.refused(moveAttempt(world, attempt, "void", { error: error.message }), error);
      });
      return;
    }
  }
  world.db.transaction(() => {
    const now = world.clock.tick();
    const sent = moveAttempt(world, attempt, "send", { sent_at: now, sends: attempt.sends + 1 });
    schedule(world.db, WATCH_ATTEMPT_JOB, String(attempt.id), now + REPLACE_AFTER_MS);
    steps.sent(sent);
  });
}

async function signAttempt(parts: FlowParts, prepared: AttemptRow, steps: AttemptSteps): Promise<AttemptRow> {
  const { world } = parts;
  const raw = await signPlan(parts, prepared);
  return world.db.transaction(() => {
    world.clock.tick();
    const signed = moveAttempt(world, prepared, "sign", { raw, hash: keccak256(raw) });
    steps.signed?.(signed);
    return signed;
  });
}

/** The signed bytes of a plan: the same plan and nonce always give the same bytes. */
async function signPlan({ world, accountAt }: FlowParts, attempt: AttemptRow): Promise<Hex> {
  const plan = JSON.parse(attempt.plan) as Plan;
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
