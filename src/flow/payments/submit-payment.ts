// Submits a queued payment (payout, transfer, refill): checks gas, claims it, signs, sends (H-22, H-26).

import type { Chain } from "../../chains/chain.ts";
import { readBalance } from "../../chains/token.ts";
import type { AddressRow } from "../../domain/address/address.ts";
import { addressById } from "../../domain/address/store.ts";
import { nextCheckDelay, schedule } from "../../domain/agenda.ts";
import {
  type AttemptPurpose,
  type AttemptRow,
  gasCeiling,
  type UnsignedTransaction,
} from "../../domain/attempt/attempt.ts";
import { reserved, spendable } from "../../domain/attempt/spendable.ts";
import { liveAttempts } from "../../domain/attempt/store.ts";
import { balanceOf } from "../../domain/movement/store.ts";
import { NATIVE } from "../../domain/network/network.ts";
import { payoutById } from "../../domain/payout/store.ts";
import { movePayout } from "../../domain/payout/transitions.ts";
import { transactionById } from "../../domain/transaction/store.ts";
import { SUBMIT_JOB, type TransactionRow } from "../../domain/transaction/transaction.ts";
import { moveTransaction } from "../../domain/transaction/transitions.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import { buildTransaction, transferCall } from "../attempts/build-transaction.ts";
import { createAttempt } from "../attempts/create-attempt.ts";
import { resumeAttempt } from "../attempts/watch-attempt.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { expireQueued } from "./expire-payout.ts";
import { withMeasuredGas } from "./max-amount.ts";
import { failPayment, raiseShortage, refillFor, shortReason } from "./payment-outcome.ts";

/** Virtual ms until a payment whose amount is missing on the chain is checked again; the delay grows. */
const SHORTAGE_MS = 30_000;

export async function submitPayment(dependencies: FlowDependencies, transactionId: string): Promise<void> {
  const { world } = dependencies;
  const row = required(transactionById(world.db, transactionId), "transaction", { transactionId });
  const purpose = purposeOf(row);
  const begun = liveAttempts(world.db, purpose, row.id)[0];
  if (begun === undefined && row.status !== "created") return;
  const attempt = begun ?? (await claim(dependencies, row, purpose));
  if (attempt === undefined) return;
  failpoint("payout.after_claim");
  await resumeAttempt(dependencies, attempt);
  if (purpose === "refill") failpoint("refill.after_send");
}

function purposeOf(row: TransactionRow): AttemptPurpose {
  if (row.type === "payout" || row.type === "refill") return row.type;
  return "transfer";
}

/** Claims the payment in one conditional step: still queued, before its cutoff, enough gas. */
async function claim(
  dependencies: FlowDependencies,
  row: TransactionRow,
  purpose: AttemptPurpose,
): Promise<AttemptRow | undefined> {
  const { world, chains } = dependencies;
  const sender = required(addressById(world.db, row.from_address_id), "sender", { id: row.from_address_id });
  const call = transferCall({ asset: row.asset, from: sender.address, to: row.to_address, raw: BigInt(row.raw) });
  const chain = chains.get(row.network);
  const estimated = await buildTransaction(chain, call);
  const short = estimated.reverts === true && (await isShort(chain, sender.address, row));
  return world.db.transaction(() => {
    const now = world.clock.tick();
    const current = required(transactionById(world.db, row.id), "transaction", { id: row.id });
    if (current.status !== "created") return undefined;
    if (row.type === "payout" && expiredBy(world, row.source_id, now)) return undefined;
    const plan = withMeasuredGas(world, row, sender, estimated);
    if (plan === undefined) {
      failPayment(world, row, shortReason(row));
      return undefined;
    }
    if (short) {
      stopShort(world, sender, row);
      return undefined;
    }
    if (!hasGas(world, sender, row, plan)) {
      refillFor(world, row, gasCeiling(plan));
      return undefined;
    }
    moveTransaction(world, row.id, "prepare");
    if (row.type === "payout") movePayout(world, row.source_id, "start");
    const { network, address, derivation } = sender;
    return createAttempt(world, { network, sender: address, derivation, purpose, subject: row.id, plan });
  });
}

/** After its cutoff a payout expires instead of being claimed; true when it did. */
function expiredBy(world: World, payoutId: string, now: number): boolean {
  const payout = required(payoutById(world.db, payoutId), "payout", { id: payoutId });
  if (payout.expires_at === null || payout.expires_at > now) return false;
  expireQueued(world, payout);
  return true;
}

/** Gas is paid from native coin that is neither reserved nor promised to earlier attempts (H-22). */
function hasGas(world: World, sender: AddressRow, row: TransactionRow, plan: UnsignedTransaction): boolean {
  const { native } = world.catalogue.network(sender.network);
  return spendable(world.db, sender, native) >= reserved(purposeOf(row), plan);
}

/** The balance on the chain decides, not the reason of a revert: the token may be paused, or its receiver blacklisted. */
async function isShort(chain: Chain, sender: string, row: TransactionRow): Promise<boolean> {
  if (row.asset === NATIVE) return false;
  return (await readBalance(chain, row.asset, sender, "latest")) < BigInt(row.raw);
}

/** A transfer that can only fail is not sent: the payment waits until chain and records agree again, or fails when they do. */
function stopShort(world: World, sender: AddressRow, row: TransactionRow): void {
  if (balanceOf(world.db, sender.id, row.asset).confirmed >= BigInt(row.raw)) {
    raiseShortage(world, row);
    const now = world.clock.now();
    schedule(world.db, SUBMIT_JOB, row.id, now + nextCheckDelay(SHORTAGE_MS, now - row.created_at));
    return;
  }
  if (row.type === "payout") movePayout(world, row.source_id, "start");
  failPayment(world, row, shortReason(row));
}
