// Moving an attempt along its table.
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

/** Takes the next nonce of the sender's lane and writes the plan down, before anything is signed. */
export function prepareAttempt(
  world: World,
  order: Omit<NewAttempt, "nonce" | "plan" | "kind"> & { plan: UnsignedTransaction },
): AttemptRow {
  const nonce = nextNonce(world.db, order.network, order.sender);
  return insertAttempt(world.db, { ...order, nonce, kind: "pay", plan: JSON.stringify(order.plan) });
}

/** Writes down what was learnt of an attempt that stays where it is. */
export function updateAttempt(world: World, row: AttemptRow, change: AttemptChange): AttemptRow {
  const after: AttemptRow = { ...row, ...change };
  assert(saveAttempt(world.db, row.state, after) === 1, "an attempt is where it was read", { id: row.id });
  return after;
}

/** Moves an attempt; answers the row as it is now. */
export function moveAttempt(world: World, row: AttemptRow, name: AttemptMove, change: AttemptChange = {}): AttemptRow {
  const to: AttemptState = attemptMachine.moves[name].to;
  const after: AttemptRow = { ...row, ...change, state: to };
  move(world, attemptMachine, name, { id: String(row.id), state: row.state }, (from) =>
    saveAttempt(world.db, from, after),
  );
  return after;
}
