// A queued payment (payout, transfer, refill) on its way to the chain: gas first, then claim, sign, send (H-22, H-26).

import type { AddressRow } from "../../domain/address/address.ts";
import { addressById, gasStationOn } from "../../domain/address/store.ts";
import { lookAgainIn, schedule } from "../../domain/agenda.ts";
import { type AttemptPurpose, type AttemptRow, gasCeiling, type Plan } from "../../domain/attempt/attempt.ts";
import { spendable, spokenFor } from "../../domain/attempt/spendable.ts";
import { countVoid, liveAttempts } from "../../domain/attempt/store.ts";
import { prepareAttempt } from "../../domain/attempt/verbs.ts";
import { payoutById, updatePayoutHash } from "../../domain/payout/store.ts";
import { movePayout } from "../../domain/payout/verbs.ts";
import { transactionById } from "../../domain/transaction/store.ts";
import { SUBMIT_JOB, type TransactionRow } from "../../domain/transaction/transaction.ts";
import { moveTransaction } from "../../domain/transaction/verbs.ts";
import type { World } from "../../domain/world.ts";
import { present } from "../../kernel/assert.ts";
import { failPayment } from "../outcomes.ts";
import type { FlowParts } from "../parts.ts";
import { planCall, transferCall } from "../plan.ts";
import { requestRefill } from "../refill.ts";
import { sendAttempt } from "../submit.ts";
import { measuredPlan } from "../whole.ts";
import { expireQueued } from "./expire-payout.ts";

/** Sends that a node may refuse before the payment fails: the first and five more (H-22). */
const MOST_SENDS = 6;

/** A gas station without coin is asked again this much later (virtual ms), then more and more rarely. */
const DRY_STATION_MS = 30_000;

export async function submitPayment(parts: FlowParts, transactionId: string): Promise<void> {
  const { world } = parts;
  const row = present(transactionById(world.db, transactionId), "transaction", { transactionId });
  const purpose = purposeOf(row);
  const begun = liveAttempts(world.db, purpose, row.id)[0];
  if (begun !== undefined && begun.state !== "prepared" && begun.state !== "signed") return;
  if (begun === undefined && row.status !== "created") return;
  const attempt = begun ?? (await claim(parts, row, purpose));
  if (attempt === undefined) return;
  await sendAttempt(parts, attempt, {
    signed: () => void moveTransaction(world, row.id, "sign"),
    sent: ({ hash }) => {
      moveTransaction(world, row.id, "broadcast", { tx_hash: hash });
      if (row.type === "payout") updatePayoutHash(world.db, row.source_id, hash);
    },
    refused: (_attempt, error) => refuse(world, row, purpose, error.message),
  });
}

function purposeOf(row: TransactionRow): AttemptPurpose {
  if (row.type === "payout" || row.type === "refill") return row.type;
  return "transfer";
}

/** Takes the payment up in one conditional step: still queued, before its cutoff, gas there. */
async function claim(parts: FlowParts, row: TransactionRow, purpose: AttemptPurpose): Promise<AttemptRow | undefined> {
  const { world, chains } = parts;
  const sender = present(addressById(world.db, row.from_address_id), "sender", { id: row.from_address_id });
  const call = transferCall({ asset: row.asset, from: sender.address, to: row.to_address, raw: BigInt(row.raw) });
  const estimated = await planCall(chains.get(row.network), call);
  return world.db.transaction(() => {
    const now = world.clock.tick();
    const current = present(transactionById(world.db, row.id), "transaction", { id: row.id });
    if (current.status !== "created") return undefined;
    if (row.type === "payout") {
      const payout = present(payoutById(world.db, row.source_id), "payout", { id: row.source_id });
      if (payout.expires_at !== null && payout.expires_at <= now) {
        expireQueued(world, payout);
        return undefined;
      }
    }
    const plan = measuredPlan(world, row, sender, estimated);
    if (plan === undefined) {
      failPayment(world, row, shortReason(row));
      return undefined;
    }
    if (!hasGas(world, sender, row, plan)) {
      waitForGas(world, sender, row, plan);
      return undefined;
    }
    moveTransaction(world, row.id, "prepare");
    if (row.type === "payout") movePayout(world, row.source_id, "start");
    const { network, address, derivation } = sender;
    return prepareAttempt(world, { network, sender: address, derivation, purpose, subject: row.id, plan });
  });
}

/** Gas comes from the native coin that is neither reserved nor spoken for by earlier attempts (H-22). */
function hasGas(world: World, sender: AddressRow, row: TransactionRow, plan: Plan): boolean {
  const { native } = world.catalogue.network(sender.network);
  return spendable(world.db, sender, native) >= spokenFor(purposeOf(row), plan);
}

function waitForGas(world: World, sender: AddressRow, row: TransactionRow, plan: Plan): void {
  if (sender.category !== "gas_station") {
    const station = present(gasStationOn(world.db, row.tenant_id, row.network), "gas station", {
      network: row.network,
    });
    requestRefill(world, { station, receiver: sender, forTransaction: row.id, need: gasCeiling(plan) });
  } else {
    askAgainLater(world, row);
  }
}

function askAgainLater(world: World, row: TransactionRow): void {
  const now = world.clock.now();
  schedule(world.db, SUBMIT_JOB, row.id, now + lookAgainIn(DRY_STATION_MS, now - row.created_at));
}

/** The bytes certainly never reached the node: the payment is queued again, or it fails for good. */
function refuse(world: World, row: TransactionRow, purpose: AttemptPurpose, message: string): void {
  const tries = countVoid(world.db, purpose, row.id);
  if (row.type === "refill") {
    moveTransaction(world, row.id, "retry");
    askAgainLater(world, row);
    return;
  }
  const permanent = permanentReason(row, message);
  if (permanent !== undefined || tries >= MOST_SENDS) {
    failPayment(world, row, permanent ?? `broadcast failed after ${tries} attempts: ${message}`);
    return;
  }
  moveTransaction(world, row.id, "retry");
  if (row.type === "payout") movePayout(world, row.source_id, "requeue");
  schedule(world.db, SUBMIT_JOB, row.id, world.clock.now() + 1_000 * 2 ** tries);
}

/** What no retry can mend (H-22). */
function permanentReason(row: TransactionRow, message: string): string | undefined {
  if (message.startsWith("insufficient funds")) return shortReason(row);
  return message.startsWith("nonce too low") ? `broadcast refused: ${message}` : undefined;
}

function shortReason(row: TransactionRow): string {
  return `insufficient ${row.from_category === "vault" ? "vault" : "wallet"} balance at execution`;
}
