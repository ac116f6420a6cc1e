// A queued payment (payout, transfer, refill) on its way to the chain: gas first, then claim, sign, send (H-22, H-26).

import type { Chain, Hex } from "../../chains/chain.ts";
import { encodeBalanceOf } from "../../chains/token.ts";
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
import { takeOver } from "../attempts/watch-attempt.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { expireQueued } from "./expire-payout.ts";
import { withMeasuredGas } from "./max-amount.ts";
import { failPayment, raiseShortage, refillFor, shortReason } from "./payment-outcome.ts";

/** A payment whose money is missing on the chain is looked at again this much later (virtual ms), then more and more rarely. */
const SHORTAGE_MS = 30_000;

export async function submitPayment(parts: FlowDependencies, transactionId: string): Promise<void> {
  const { world } = parts;
  const row = required(transactionById(world.db, transactionId), "transaction", { transactionId });
  const purpose = purposeOf(row);
  const begun = liveAttempts(world.db, purpose, row.id)[0];
  if (begun === undefined && row.status !== "created") return;
  const attempt = begun ?? (await claim(parts, row, purpose));
  if (attempt === undefined) return;
  failpoint("payout.after_claim");
  await takeOver(parts, attempt);
  if (purpose === "refill") failpoint("refill.after_send");
}

function purposeOf(row: TransactionRow): AttemptPurpose {
  if (row.type === "payout" || row.type === "refill") return row.type;
  return "transfer";
}

/** Takes the payment up in one conditional step: still queued, before its cutoff, gas there. */
async function claim(
  parts: FlowDependencies,
  row: TransactionRow,
  purpose: AttemptPurpose,
): Promise<AttemptRow | undefined> {
  const { world, chains } = parts;
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

/** Past its cutoff a payout ends instead of being taken up; true when it did. */
function expiredBy(world: World, payoutId: string, now: number): boolean {
  const payout = required(payoutById(world.db, payoutId), "payout", { id: payoutId });
  if (payout.expires_at === null || payout.expires_at > now) return false;
  expireQueued(world, payout);
  return true;
}

/** Gas comes from the native coin that is neither reserved nor spoken for by earlier attempts (H-22). */
function hasGas(world: World, sender: AddressRow, row: TransactionRow, plan: UnsignedTransaction): boolean {
  const { native } = world.catalogue.network(sender.network);
  return spendable(world.db, sender, native) >= reserved(purposeOf(row), plan);
}

/** What the chain holds decides, not why a call reverts: a token may also be paused, or its receiver barred. */
async function isShort(chain: Chain, sender: string, row: TransactionRow): Promise<boolean> {
  if (row.asset === NATIVE) return false;
  const call = { to: row.asset, data: encodeBalanceOf(sender) };
  return BigInt(await chain.request<Hex>("eth_call", [call, "latest"])) < BigInt(row.raw);
}

/** Nothing is sent that can only fail: the payment waits until chain and books agree again, or fails when they do. */
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
