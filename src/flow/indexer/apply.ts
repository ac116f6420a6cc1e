// Applies blocks in one transaction: movements, deposits, attempts, confirmations, events.
import type { AddressRow } from "../../domain/address/address.ts";
import { lowerOpenings } from "../../domain/address/opening.ts";
import { watchedAt } from "../../domain/address/store.ts";
import { unschedule } from "../../domain/agenda.ts";
import { type AttemptRow, WATCH_ATTEMPT_JOB } from "../../domain/attempt/attempt.ts";
import {
  attemptOf,
  attemptsAtNonce,
  finalFrom,
  minedFrom,
  minedUpTo,
  placeFinalAttempt,
  unplacedFinals,
} from "../../domain/attempt/store.ts";
import { moveAttempt } from "../../domain/attempt/transitions.ts";
import { appendTail, confirmedHeight, cutTail } from "../../domain/chain-tail.ts";
import type { DepositRow, Leg } from "../../domain/deposit/deposit.ts";
import { confirmDeposit, orphanDeposits, seeDeposit, unplaceDeposits } from "../../domain/deposit/detect.ts";
import { depositOfLeg, seenUpTo } from "../../domain/deposit/store.ts";
import { forgetWrongNetwork, recordWrongNetwork } from "../../domain/deposit/wrong-network.ts";
import { addTo, type NetChange, netOf, recordMovement } from "../../domain/movement/record.ts";
import { countedMovements, markOrphaned } from "../../domain/movement/store.ts";
import { priceOf } from "../../domain/network/price.ts";
import { settingOf } from "../../domain/network/store.ts";
import { createSettlement } from "../../domain/settlement/transitions.ts";
import type { World } from "../../domain/world.ts";
import { isPriceMissing } from "../../faults/price-feed.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import { isOwnMove, outcomeOf, scheduleResend } from "../outcome-table.ts";
import { bookDifference, displaceFinal, isFinal, placeAgain } from "./changed-receipt.ts";
import { confirmBalances } from "./confirm-balances.ts";
import type { BlockFacts, BlockLeg, BlockTransaction } from "./read.ts";

export type BlockBatch = { network: string; reorgFrom: number | undefined; blocks: readonly BlockFacts[] };

/** Applies a batch. After a reorg the complete new branch is indexed before a deposit counts as orphaned. */
export function applyBlocks(world: World, { network, reorgFrom, blocks }: BlockBatch): void {
  const undone = reorgFrom === undefined ? undefined : rollBack(world, network, reorgFrom);
  for (const block of blocks) {
    appendTail(world.db, {
      network,
      height: block.number,
      hash: block.hash,
      parent_hash: block.parentHash,
      timestamp: block.timestamp,
    });
    for (const transaction of block.transactions) {
      applyTransaction(world, block, transaction);
      failpoint("block.mid_ingest");
    }
    for (const transfer of block.wrongNetwork) recordWrongNetwork(world, transfer);
  }
  if (undone !== undefined) {
    orphanDeposits(world, undone.deposits);
    // Final attempts stay final, but their nonces are free again on the chain: later nonces need them mined again.
    for (const attempt of [...unplacedFinals(world.db, network), ...undone.attempts]) scheduleResend(world, attempt);
  }
  for (const block of blocks) confirmUpTo(world, network, block.number);
}

type Undone = { deposits: DepositRow[]; attempts: AttemptRow[] };

/** Undoes the unconfirmed effects of the removed blocks. */
function rollBack(world: World, network: string, fromHeight: number): Undone {
  cutTail(world.db, network, fromHeight);
  lowerOpenings(world.db, network, fromHeight);
  forgetWrongNetwork(world.db, network, fromHeight);
  markOrphaned(world.db, network, fromHeight);
  failpoint("reorg.mid_rollback");
  const deposits = unplaceDeposits(world, network, fromHeight);
  for (const { id } of finalFrom(world.db, network, fromHeight)) placeFinalAttempt(world.db, id, null);
  const attempts = minedFrom(world.db, network, fromHeight).map((attempt) => {
    outcomeOf(attempt).unmined?.(world, attempt);
    return moveAttempt(world, attempt, "unmine", { block_height: null });
  });
  return { deposits, attempts };
}

function applyTransaction(world: World, block: BlockFacts, transaction: BlockTransaction): void {
  const known = attemptOf(world.db, block.network, transaction);
  const attempt = known === undefined ? undefined : displaceFinal(world, block, transaction, known);
  const counted = countedMovements(world.db, block.network, transaction.hash);
  if (isFinal(attempt) || counted.some(({ state }) => state === "confirmed")) {
    applyAgain(world, block, transaction, attempt, netOf(counted));
    return;
  }
  const place = { network: block.network, txHash: transaction.hash, height: block.number };
  const payer = watchedAt(world.db, block.network, transaction.from);
  if (payer !== undefined && transaction.gasCost > 0n) {
    const native = world.catalogue.network(block.network).native.key;
    const gas = { ...place, addressId: payer.id, asset: native, raw: transaction.gasCost, ordinal: -1 };
    recordMovement(world.db, { ...gas, kind: "gas" });
  }
  if (attempt !== undefined) mineAttempt(world, block, transaction, attempt);
  for (const leg of transaction.legs) applyLeg(world, { block, txHash: transaction.hash, attempt }, leg);
}

type LegPlace = { block: BlockFacts; txHash: string; attempt: AttemptRow | undefined };

function applyLeg(world: World, { block, txHash, attempt }: LegPlace, leg: BlockLeg): void {
  const { network, number: height } = block;
  const movement = { network, txHash, height, asset: leg.asset, raw: leg.raw, ordinal: leg.ordinal };
  const sender = watchedAt(world.db, network, leg.from);
  if (sender !== undefined) recordMovement(world.db, { ...movement, addressId: sender.id, kind: "out" });
  const receiver = watchedAt(world.db, network, leg.to);
  if (receiver === undefined) return;
  recordMovement(world.db, { ...movement, addressId: receiver.id, kind: "in" });
  if (attempt !== undefined && isOwnMove(world, attempt)) return;
  seeLeg(world, block, { ...movement, from: leg.from, to: leg.to }, receiver);
}

function seeLeg(world: World, block: BlockFacts, leg: Leg, receiver: AddressRow): void {
  const place = { height: block.number, hash: block.hash, timestamp: block.timestamp };
  seeDeposit(world, leg, receiver, place, (symbol) =>
    isPriceMissing(world.db, symbol, receiver.tenant_id) ? 0n : priceOf(world.db, symbol),
  );
}

/**
 * A transaction whose movements were confirmed, or whose record is final, is mined again: a forced reorg removed it. What it
 * changes now is compared with what was booked; a leg to an address that it had not paid before is a deposit like any other.
 */
function applyAgain(
  world: World,
  block: BlockFacts,
  transaction: BlockTransaction,
  attempt: AttemptRow | undefined,
  before: ReadonlyMap<string, NetChange>,
): void {
  const { network, number: height } = block;
  const now = new Map<string, NetChange>();
  const payer = watchedAt(world.db, network, transaction.from);
  const native = world.catalogue.network(network).native.key;
  if (payer !== undefined) addTo(now, { addressId: payer.id, asset: native, value: 0n, gas: -transaction.gasCost });
  const ownMove = attempt !== undefined && isOwnMove(world, attempt);
  for (const leg of transaction.legs) {
    const sender = watchedAt(world.db, network, leg.from);
    if (sender !== undefined) addTo(now, { addressId: sender.id, asset: leg.asset, value: -leg.raw, gas: 0n });
    const receiver = watchedAt(world.db, network, leg.to);
    if (receiver === undefined) continue;
    const movement = { network, txHash: transaction.hash, height, ...leg };
    const isNew = !ownMove && !before.has(`${receiver.id}:${leg.asset}`);
    if (isNew) recordMovement(world.db, { ...movement, addressId: receiver.id, kind: "in" });
    else addTo(now, { addressId: receiver.id, asset: leg.asset, value: leg.raw, gas: 0n });
    if (isNew || (!ownMove && depositOfLeg(world.db, movement) !== undefined)) seeLeg(world, block, movement, receiver);
  }
  bookDifference(world, block, transaction, attempt, { before, now });
  if (isFinal(attempt)) placeAgain(world, attempt, height);
}

/** A platform attempt is in a block: the competing attempts at its nonce have lost. */
function mineAttempt(world: World, block: BlockFacts, transaction: BlockTransaction, attempt: AttemptRow): void {
  if (attempt.state === "mined") return;
  const error = transaction.succeeded ? "" : "transaction reverted";
  // The process ended between broadcast and the record of it: the send is recorded now.
  const unmarked = attempt.sent_at === null;
  if (unmarked && attempt.kind === "pay") outcomeOf(attempt).sent(world, attempt);
  const facts = {
    block_height: block.number,
    error,
    ...(unmarked ? { sent_at: world.clock.now(), sends: attempt.sends + 1, effect: null } : {}),
  };
  const mined = moveAttempt(world, attempt, "mine", facts);
  unschedule(world.db, WATCH_ATTEMPT_JOB, String(attempt.id));
  for (const competitor of attemptsAtNonce(world.db, attempt.network, attempt.sender, attempt.nonce)) {
    const open = competitor.state === "prepared" || competitor.state === "signed" || competitor.state === "sent";
    if (competitor.id === attempt.id || !open) continue;
    moveAttempt(world, competitor, "lose");
    unschedule(world.db, WATCH_ATTEMPT_JOB, String(competitor.id));
  }
  outcomeOf(attempt).mined(world, mined, transaction.gasCost);
}

/** Confirms what reaches its target with the head at `head`: deposits, then platform transactions, then balances. */
export function confirmUpTo(world: World, network: string, head: number): void {
  const height = confirmedHeight(head, settingOf(world, network).confirmations);
  if (height < 0) return;
  const deposits = seenUpTo(world.db, network, height);
  for (const deposit of deposits) {
    const settlement = createSettlement(world, confirmDeposit(world, deposit));
    if (settlement !== undefined) failpoint("settle.after_create");
  }
  const attempts = minedUpTo(world.db, network, height);
  for (const attempt of attempts) {
    const reverted = attempt.error !== "";
    const settled = moveAttempt(world, attempt, reverted ? "fail" : "confirm");
    if (reverted) outcomeOf(attempt).failed(world, settled);
    else outcomeOf(attempt).confirmed(world, settled);
  }
  confirmBalances(world, network, height);
  if (deposits.length + attempts.length > 0) failpoint("confirm.before_commit");
}
