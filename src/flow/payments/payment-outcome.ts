// Payouts, transfers and refills: the unified transaction is the subject of their attempts (H-22, H-26).
import { addressById, gasStationOn } from "../../domain/address/store.ts";
import { nextCheckDelay, schedule } from "../../domain/agenda.ts";
import { type AttemptRow, gasCeiling, type UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import { countVoid } from "../../domain/attempt/store.ts";
import { raiseIncident } from "../../domain/incident.ts";
import { resolveHold } from "../../domain/movement/hold.ts";
import { updatePayoutHash } from "../../domain/payout/store.ts";
import { movePayout } from "../../domain/payout/transitions.ts";
import { transactionById, updateInclusion } from "../../domain/transaction/store.ts";
import { SUBMIT_JOB, type TransactionRow } from "../../domain/transaction/transaction.ts";
import { moveTransaction } from "../../domain/transaction/transitions.ts";
import { measureTransfer } from "../../domain/transfer/measure.ts";
import type { World } from "../../domain/world.ts";
import { assert, required } from "../../kernel/assert.ts";
import type { Outcome, Refusal } from "../attempts/outcome.ts";
import { requestRefill } from "./refill.ts";

/** Unsuccessful sends after which a payment fails: the first and five more (H-22). */
export const MAX_SENDS = 6;

/** Virtual ms until an unfunded gas station is checked again; the delay grows. */
const DRY_STATION_MS = 30_000;

export const paymentOutcome: Outcome = {
  signed(world, attempt) {
    moveTransaction(world, attempt.subject, "sign");
  },
  sent(world, { subject, hash }) {
    const row = moveTransaction(world, subject, "broadcast", { tx_hash: hash });
    if (row.type === "payout") updatePayoutHash(world.db, row.source_id, hash);
  },
  refused(world, attempt, refusal) {
    const row = subjectOf(world, attempt);
    if (row.type === "refill") return refuseRefill(world, row, refusal);
    if (refusal.why === "balance") raiseShortage(world, row);
    const tries = countVoid(world.db, attempt.purpose, row.id);
    const permanent = permanentReason(row, refusal);
    if (permanent !== undefined || tries >= MAX_SENDS) {
      failPayment(world, row, permanent ?? broadcastFailed(tries, refusal.message));
      return;
    }
    moveTransaction(world, row.id, "retry");
    if (row.type === "payout") movePayout(world, row.source_id, "requeue");
    const whole = (JSON.parse(attempt.plan) as UnsignedTransaction).whole === true;
    // A refill would be part of a transfer of everything: its amount is measured again instead.
    if (refusal.why === "gas-money" && !whole)
      refillFor(world, row, gasCeiling(JSON.parse(attempt.plan) as UnsignedTransaction));
    else schedule(world.db, SUBMIT_JOB, row.id, world.clock.now() + 1_000 * 2 ** tries);
  },
  gasTooExpensive(world, attempt) {
    const row = subjectOf(world, attempt);
    // A gas station gets no refill: its transaction waits until it is funded.
    if (row.type === "refill") return;
    refillFor(world, row, gasCeiling(JSON.parse(attempt.plan) as UnsignedTransaction));
  },
  mined(world, attempt, gasCost) {
    if (attempt.kind === "cancel") return;
    const row = subjectOf(world, attempt);
    updateInclusion(world.db, row.id, attempt.hash, attempt.block_height, gasCost);
    const plan = JSON.parse(attempt.plan) as UnsignedTransaction;
    // Competing transfers of everything leave different amounts for gas.
    if (plan.whole === true) measureTransfer(world, row.id, BigInt(plan.value));
    if (row.type === "payout") updatePayoutHash(world.db, row.source_id, attempt.hash);
  },
  unmined(world, attempt) {
    if (attempt.kind === "cancel") return;
    updateInclusion(world.db, attempt.subject, attempt.hash, null, 0n);
  },
  confirmed(world, attempt) {
    const row = subjectOf(world, attempt);
    if (attempt.kind === "cancel") {
      const { ends } = JSON.parse(attempt.plan) as UnsignedTransaction;
      return ends === undefined ? expirePayment(world, row) : failPayment(world, row, ends);
    }
    resolveHold(world.db, row.id, "posted");
    if (row.type === "payout") movePayout(world, row.source_id, "confirm", { confirmed_at: world.clock.now() });
    moveTransaction(world, row.id, "confirm");
  },
  failed(world, attempt) {
    const row = subjectOf(world, attempt);
    // A cancel cannot revert: it calls nothing.
    assert(attempt.kind !== "cancel", "a cancel does not revert", { attempt: attempt.id });
    failPayment(world, row, "transaction reverted");
  },
  displaced(world, attempt, gasCost) {
    const row = subjectOf(world, attempt);
    updateInclusion(world.db, row.id, attempt.hash, attempt.block_height, gasCost);
    if (row.type === "payout") updatePayoutHash(world.db, row.source_id, attempt.hash);
  },
};

/** A payment that can never happen: hold released, transaction failed, payout failed (H-22). */
export function failPayment(world: World, row: TransactionRow, reason: string): void {
  resolveHold(world.db, row.id, "voided");
  if (row.type === "payout") movePayout(world, row.source_id, "fail", { error: reason });
  moveTransaction(world, row.id, "fail", { error: reason });
}

/** The cutoff won, before the payment was claimed or by a cancel: it can never happen any more. */
export function expirePayment(world: World, row: Pick<TransactionRow, "id" | "type" | "source_id">): void {
  resolveHold(world.db, row.id, "voided");
  if (row.type === "payout") movePayout(world, row.source_id, "expire");
  moveTransaction(world, row.id, "expire");
}

/** The error of a payment that reached the maximum number of sends (H-22). */
export function broadcastFailed(tries: number, message: string): string {
  return `broadcast failed after ${tries} attempts: ${message}`;
}

/** The error of a payment whose balance is gone (H-22). */
export function shortReason(row: TransactionRow): string {
  return `insufficient ${row.from_category === "vault" ? "vault" : "wallet"} balance at execution`;
}

/** The chain holds less than a payment needs although our books say otherwise. */
export function raiseShortage(world: World, row: TransactionRow): void {
  const detail = `${row.from_address} holds less ${row.symbol} on the chain than transaction ${row.id} sends`;
  raiseIncident(world, { kind: "shortage", network: row.network, ref: row.id, detail });
}

/** Asks the gas station for what the payment can cost; a gas station itself can only wait. */
export function refillFor(world: World, row: TransactionRow, need: bigint): void {
  const sender = required(addressById(world.db, row.from_address_id), "sender", { id: row.from_address_id });
  if (sender.category === "gas_station") {
    askAgainLater(world, row);
    return;
  }
  const station = required(gasStationOn(world.db, row.tenant_id, row.network), "gas station", { network: row.network });
  requestRefill(world, { station, receiver: sender, forTransaction: row.id, need });
}

/** What no retry can mend (H-22). */
function permanentReason(row: TransactionRow, { why, message }: Refusal): string | undefined {
  if (why === "balance") return shortReason(row);
  return why === "nonce" ? message : undefined;
}

/** A refill is retried without limit. Once its broadcast was announced, the next try is a new refill. */
function refuseRefill(world: World, row: TransactionRow, { message }: Refusal): void {
  if (row.status === "broadcasted") failPayment(world, row, message);
  else {
    moveTransaction(world, row.id, "retry");
    askAgainLater(world, row);
  }
}

function askAgainLater(world: World, row: TransactionRow): void {
  const now = world.clock.now();
  schedule(world.db, SUBMIT_JOB, row.id, now + nextCheckDelay(DRY_STATION_MS, now - row.created_at));
}

function subjectOf(world: World, attempt: AttemptRow): TransactionRow {
  return required(transactionById(world.db, attempt.subject), "transaction of an attempt", { attempt: attempt.id });
}
