// Writing attempts down before they are signed or sent, with what a fault makes of them: a restart never asks again.
import { type AttemptRow, asSigned, type UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import { insertAttempt, insertCompetingAttempt, type NewAttempt } from "../../domain/attempt/store.ts";
import { prepareAttempt, updateAttempt } from "../../domain/attempt/transitions.ts";
import type { World } from "../../domain/world.ts";
import { takeFault } from "../../faults/gate.ts";
import { EFFECTS_IN_BYTES, faultyFields, type SubmitEffect } from "./faulty-transaction.ts";

/** Effects that meet a send, whatever the bytes. */
const SENDS: readonly SubmitEffect[] = ["no-gas-money", "drop", "nonce-too-low", "unavailable"];

type Lane = Pick<AttemptRow, "network" | "sender" | "derivation" | "purpose">;

/** Takes the next nonce of the sender's lane; inside a transaction. */
export function createAttempt(world: World, order: Lane & { subject: string; plan: UnsignedTransaction }): AttemptRow {
  const fault = takeFault(world.db, "chain.submit", order, EFFECTS_IN_BYTES.pay);
  return prepareAttempt(world, { ...order, plan: withShape(order.plan, faultyFields(fault?.effect, order.plan)) });
}

/** Another attempt at the nonce of `of`, which is in use; inside a transaction. */
export function createCompetingAttempt(
  world: World,
  of: AttemptRow,
  kind: "replacement" | "cancel",
  plan: UnsignedTransaction,
): AttemptRow {
  const fault = takeFault(world.db, "chain.submit", of, EFFECTS_IN_BYTES[kind]);
  const before = asSigned(JSON.parse(of.plan) as UnsignedTransaction);
  return insertCompetingAttempt(
    world.db,
    of,
    kind,
    JSON.stringify(withShape(plan, faultyFields(fault?.effect, plan, before))),
  );
}

/** Uses up a nonce that nobody needs any more, so that those behind it can go; inside a transaction. */
export function createGapFiller(world: World, lane: Lane & { nonce: number; plan: UnsignedTransaction }): AttemptRow {
  const { network, sender, derivation, purpose, nonce } = lane;
  const row: NewAttempt = { network, sender, derivation, purpose, nonce, subject: "", kind: "cancel", plan: "" };
  return insertAttempt(world.db, { ...row, plan: JSON.stringify(lane.plan) });
}

/**
 * Decides what the send that comes now meets and writes it down, inside a transaction. What only uses up a nonce passes no
 * gate: nobody asked for it.
 */
export function decideSend(world: World, attempt: AttemptRow): AttemptRow {
  if (attempt.subject === "") return updateAttempt(world, attempt, { effect: "" });
  return updateAttempt(world, attempt, { effect: takeFault(world.db, "chain.submit", attempt, SENDS)?.effect ?? "" });
}

function withShape(plan: UnsignedTransaction, faulty: ReturnType<typeof faultyFields>): UnsignedTransaction {
  return faulty === undefined ? plan : { ...plan, faulty };
}
