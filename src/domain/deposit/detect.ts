// Deposits from movements to watched addresses: seen, confirmed, orphaned by a reorg, seen again (H-02).

import { usdText } from "../../kernel/amount.ts";
import { required } from "../../kernel/assert.ts";
import type { AddressRow } from "../address/address.ts";
import { categoryFor } from "../address/store.ts";
import { created, move } from "../apply-transition.ts";
import { type PriceNow, priceOf } from "../network/price.ts";
import { emit } from "../outbox.ts";
import { updateInclusion } from "../transaction/store.ts";
import { createTransaction, moveTransaction } from "../transaction/transitions.ts";
import type { World } from "../world.ts";
import type { DepositBlock, DepositRow, Leg } from "./deposit.ts";
import { depositMachine } from "./machine.ts";
import { depositById, depositOfLeg, insertDeposit, seenFrom, updateDepositBlock, updateDepositState } from "./store.ts";

/**
 * Records a leg to `receiver`. A new one becomes a deposit with `deposit.new`; a known one (its block was removed and the
 * same transfer is mined again) keeps its id and gets the data of the new block, without an event.
 */
export function seeDeposit(
  world: World,
  leg: Leg,
  receiver: AddressRow,
  block: DepositBlock,
  priceNow: PriceNow = (symbol) => priceOf(world.db, symbol),
): DepositRow {
  const known = depositOfLeg(world.db, leg);
  if (known !== undefined) return seeAgain(world, known, block);
  const id = world.ids.next("deposit");
  const facts = factsOf(world, leg, receiver, priceNow);
  const transaction = createTransaction(world, {
    ...facts,
    type: "deposit",
    side: "in",
    memo: "",
    source_id: id,
    from_address_id: "",
    onChain: { txHash: leg.txHash, height: block.height, createdAt: block.timestamp * 1_000 },
  });
  const row: DepositRow = {
    ...facts,
    id,
    address_id: receiver.id,
    transaction_id: transaction.id,
    tx_hash: leg.txHash,
    ordinal: leg.ordinal,
    uda_id: receiver.category === "uda" ? receiver.holder_id : null,
    block_height: block.height,
    block_hash: block.hash,
    block_time: block.timestamp,
    state: "seen",
    created_at: world.clock.now(),
    confirmed_at: null,
  };
  insertDeposit(world.db, row);
  created(world, depositMachine, id, row.state);
  emit(world, { tenantId: row.tenant_id, type: "deposit.new", resourceId: id, record: row });
  return row;
}

/** The columns that a deposit and its unified transaction share. */
function factsOf(world: World, leg: Leg, receiver: AddressRow, priceNow: PriceNow) {
  const asset = world.catalogue.asset(leg.network, leg.asset);
  return {
    tenant_id: receiver.tenant_id,
    network: leg.network,
    asset: leg.asset,
    symbol: asset.symbol,
    raw: leg.raw.toString(),
    usd: usdText(leg.raw, asset.decimals, priceNow(asset.symbol)),
    from_address: leg.from,
    to_address: leg.to,
    from_category: categoryFor(world.db, receiver.tenant_id, leg.network, leg.from),
    to_category: receiver.category,
    owner: receiver.owner,
  } as const;
}

function seeAgain(world: World, known: DepositRow, block: DepositBlock): DepositRow {
  updateDepositBlock(world.db, known.id, block);
  updateInclusion(world.db, known.transaction_id, known.tx_hash, block.height, 0n);
  if (known.state === "orphaned") {
    move(world, depositMachine, "revive", known, (from, to) => updateDepositState(world.db, known.id, from, to, null));
    moveTransaction(world, known.transaction_id, "revive", {
      error: "",
      block_height: block.height,
      at: block.timestamp * 1_000,
    });
  }
  return required(depositById(world.db, known.id), "deposit", { id: known.id });
}

/** Confirms a deposit whose block reached the confirmation target. */
export function confirmDeposit(world: World, deposit: DepositRow): DepositRow {
  const now = world.clock.now();
  move(world, depositMachine, "confirm", deposit, (from, to) =>
    updateDepositState(world.db, deposit.id, from, to, now),
  );
  moveTransaction(world, deposit.transaction_id, "confirm");
  const row: DepositRow = { ...deposit, state: "confirmed", confirmed_at: now };
  emit(world, { tenantId: row.tenant_id, type: "deposit.confirmed", resourceId: row.id, record: row });
  return row;
}

/**
 * Orphans deposits of removed blocks that the new branch does not contain: they leave the API, their transaction fails.
 * Called after the new branch was indexed, so that a transfer it also contains only changes its block data.
 */
export function orphanDeposits(world: World, removed: readonly DepositRow[]): void {
  for (const { id, block_height, block_hash, block_time } of removed) {
    const deposit = required(depositById(world.db, id), "deposit", { id });
    if (deposit.state !== "seen" || deposit.block_height >= 0) continue;
    // The admin view shows the old block.
    updateDepositBlock(world.db, id, { height: block_height, hash: block_hash, timestamp: block_time });
    move(world, depositMachine, "orphan", deposit, (from, to) => updateDepositState(world.db, id, from, to, null));
    moveTransaction(world, deposit.transaction_id, "fail", { error: "removed by a reorg", block_height: null });
  }
}

/** Detaches the deposits of removed blocks from their blocks; returns their earlier rows, for `orphanDeposits`. */
export function unplaceDeposits(world: World, network: string, fromHeight: number): DepositRow[] {
  const removed = seenFrom(world.db, network, fromHeight);
  for (const { id, block_hash, block_time } of removed) {
    updateDepositBlock(world.db, id, { height: -1, hash: block_hash, timestamp: block_time });
  }
  return removed;
}
