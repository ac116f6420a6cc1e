// Creates attempts and applies their transitions.
import { assert } from "../../kernel/assert.ts";
import { move } from "../apply-transition.ts";
import type { World } from "../world.ts";
import type { AttemptRow, UnsignedTransaction } from "./attempt.ts";
import { type AttemptState, attemptMachine } from "./machine.ts";
import { insertAttempt, type NewAttempt, nextNonce, saveAttempt } from "./store.ts";

export type AttemptMove = keyof (typeof attemptMachine)["moves"];
export type AttemptChange = Partial<
  Pick<AttemptRow, "raw" | "hash" | "sent_at" | "block_height" | "error" | "sends" | "effect">
>;

/** Assigns the next nonce of the sender and stores the unsigned transaction, before anything is signed. */
export function prepareAttempt(
  world: World,
  input: Omit<NewAttempt, "nonce" | "plan" | "kind"> & { plan: UnsignedTransaction },
): AttemptRow {
  const nonce = nextNonce(world.db, input.network, input.sender);
  return insertAttempt(world.db, { ...input, nonce, kind: "pay", plan: JSON.stringify(input.plan) });
}

/** Writes changes of an attempt that keeps its state. */
export function updateAttempt(world: World, row: AttemptRow, change: AttemptChange): AttemptRow {
  const after: AttemptRow = { ...row, ...change };
  assert(saveAttempt(world.db, row.state, after) === 1, "an attempt is in the state it was read in", { id: row.id });
  return after;
}

/** Applies a transition to an attempt; returns the new row. */
export function moveAttempt(world: World, row: AttemptRow, name: AttemptMove, change: AttemptChange = {}): AttemptRow {
  const to: AttemptState = attemptMachine.moves[name].to;
  const after: AttemptRow = { ...row, ...change, state: to };
  move(world, attemptMachine, name, { id: String(row.id), state: row.state }, (from) =>
    saveAttempt(world.db, from, after),
  );
  return after;
}
