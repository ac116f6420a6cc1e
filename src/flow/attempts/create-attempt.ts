// Storing attempts before they are signed or sent, with the faults that apply: a restart does not evaluate faults again.
import { type AttemptRow, asSigned, type UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import { insertAttempt, insertCompetingAttempt, type NewAttempt } from "../../domain/attempt/store.ts";
import { prepareAttempt, updateAttempt } from "../../domain/attempt/transitions.ts";
import { transactionById } from "../../domain/transaction/store.ts";
import type { World } from "../../domain/world.ts";
import { type TakenFault, takeFault } from "../../faults/gate.ts";
import { EFFECTS_IN_BYTES, faultyFields, type SubmitEffect } from "./faulty-transaction.ts";
import { tenantOfAttempt } from "./tenant-of-attempt.ts";

/** Effects on a send, independent of the bytes. */
const SENDS: readonly SubmitEffect[] = ["no-gas-money", "drop", "nonce-too-low", "unavailable"];

type SenderAccount = Pick<AttemptRow, "network" | "sender" | "derivation" | "purpose">;

/** Takes the sender's next nonce; inside a transaction. */
export function createAttempt(
  world: World,
  input: SenderAccount & { subject: string; plan: UnsignedTransaction },
): AttemptRow {
  const fault = takeSubmitFault(world, input, EFFECTS_IN_BYTES.pay);
  return prepareAttempt(world, {
    ...input,
    plan: withFaultyFields(input.plan, faultyFields(fault?.effect, input.plan)),
  });
}

/** Another attempt at the nonce of `of`, which stays in use; inside a transaction. */
export function createCompetingAttempt(
  world: World,
  of: AttemptRow,
  kind: "replacement" | "cancel",
  plan: UnsignedTransaction,
): AttemptRow {
  const fault = takeSubmitFault(world, of, EFFECTS_IN_BYTES[kind]);
  const before = asSigned(JSON.parse(of.plan) as UnsignedTransaction);
  return insertCompetingAttempt(
    world.db,
    of,
    kind,
    JSON.stringify(withFaultyFields(plan, faultyFields(fault?.effect, plan, before))),
  );
}

/** Fills a nonce gap, so that later nonces can be mined; inside a transaction. */
export function createGapFiller(
  world: World,
  input: SenderAccount & { nonce: number; plan: UnsignedTransaction },
): AttemptRow {
  const { network, sender, derivation, purpose, nonce } = input;
  const row: NewAttempt = { network, sender, derivation, purpose, nonce, subject: "", kind: "cancel", plan: "" };
  return insertAttempt(world.db, { ...row, plan: JSON.stringify(input.plan) });
}

/**
 * Evaluates the faults of the next send and stores the effect, inside a transaction. A gap filler passes no gate: no client
 * requested it.
 */
export function decideSend(world: World, attempt: AttemptRow): AttemptRow {
  if (attempt.subject === "") return updateAttempt(world, attempt, { effect: "" });
  return updateAttempt(world, attempt, { effect: takeSubmitFault(world, attempt, SENDS)?.effect ?? "" });
}

/** Passes the gate `chain.submit` for an attempt that serves a record. */
function takeSubmitFault(
  world: World,
  attempt: Pick<AttemptRow, "network" | "purpose" | "subject">,
  effects: readonly SubmitEffect[],
): TakenFault<"chain.submit"> | undefined {
  const { network, purpose, subject } = attempt;
  const facts = {
    ...{ network, purpose, tenant_id: tenantOfAttempt(world, attempt) },
    /** Read only if a fault asks for it. */
    get to_address() {
      return transactionById(world.db, subject)?.to_address ?? "";
    },
  };
  return takeFault(world.db, "chain.submit", facts, effects);
}

function withFaultyFields(plan: UnsignedTransaction, faulty: ReturnType<typeof faultyFields>): UnsignedTransaction {
  return faulty === undefined ? plan : { ...plan, faulty };
}
