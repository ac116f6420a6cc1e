// Writing attempts down before they are signed or sent, with what a fault makes of them: a restart never asks again.
import { type AttemptRow, asSigned, type Plan } from "../../domain/attempt/attempt.ts";
import { insertAttempt, insertRival, type NewAttempt } from "../../domain/attempt/store.ts";
import { noteAttempt, prepareAttempt } from "../../domain/attempt/transitions.ts";
import type { World } from "../../domain/world.ts";
import { pass } from "../../faults/gate.ts";
import { SHAPES, type SubmitEffect, shapeOf } from "./faulty-transaction.ts";

/** Effects that meet a send, whatever the bytes. */
const SENDS: readonly SubmitEffect[] = ["no-gas-money", "drop", "nonce-too-low", "unavailable"];

type Lane = Pick<AttemptRow, "network" | "sender" | "derivation" | "purpose">;

/** Takes the next nonce of the sender's lane; inside a transaction. */
export function beginAttempt(world: World, order: Lane & { subject: string; plan: Plan }): AttemptRow {
  const fault = pass(world.db, "chain.submit", order, SHAPES.pay);
  return prepareAttempt(world, { ...order, plan: withShape(order.plan, shapeOf(fault?.effect, order.plan)) });
}

/** Another attempt at the nonce of `of`, which is in use; inside a transaction. */
export function beginRival(world: World, of: AttemptRow, kind: "replacement" | "cancel", plan: Plan): AttemptRow {
  const fault = pass(world.db, "chain.submit", of, SHAPES[kind]);
  const before = asSigned(JSON.parse(of.plan) as Plan);
  return insertRival(world.db, of, kind, JSON.stringify(withShape(plan, shapeOf(fault?.effect, plan, before))));
}

/** Uses up a nonce that nobody needs any more, so that those behind it can go; inside a transaction. */
export function beginClosing(world: World, lane: Lane & { nonce: number; plan: Plan }): AttemptRow {
  const { network, sender, derivation, purpose, nonce } = lane;
  const row: NewAttempt = { network, sender, derivation, purpose, nonce, subject: "", kind: "cancel", plan: "" };
  return insertAttempt(world.db, { ...row, plan: JSON.stringify(lane.plan) });
}

/**
 * Decides what the send that comes now meets and writes it down, inside a transaction. What only uses up a nonce passes no
 * gate: nobody asked for it.
 */
export function decideSend(world: World, attempt: AttemptRow): AttemptRow {
  if (attempt.subject === "") return noteAttempt(world, attempt, { effect: "" });
  return noteAttempt(world, attempt, { effect: pass(world.db, "chain.submit", attempt, SENDS)?.effect ?? "" });
}

function withShape(plan: Plan, faulty: ReturnType<typeof shapeOf>): Plan {
  return faulty === undefined ? plan : { ...plan, faulty };
}
