// Gas for a wallet that has none: a refill from the tenant's gas station, at most one on its way per wallet (H-22).

import type { AddressRow } from "../../domain/address/address.ts";
import { watchedAt } from "../../domain/address/store.ts";
import { schedule } from "../../domain/agenda.ts";
import { usdOf } from "../../domain/network/price.ts";
import { createdAtAddress, openRefill } from "../../domain/transaction/store.ts";
import { SUBMIT_JOB, type TransactionRow } from "../../domain/transaction/transaction.ts";
import { createTransaction } from "../../domain/transaction/transitions.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";

/** A refill brings this multiple of the estimated need. */
const REFILL_FACTOR = 10n;

/** Virtual ms after a failed refill until the payments that waited for it are tried again. */
const AFTER_FAILED_REFILL_MS = 30_000;

export type RefillInput = {
  station: AddressRow;
  receiver: AddressRow;
  forTransaction: string;
  /** Wei that the waiting transaction can cost. */
  need: bigint;
};

/** Requests a refill unless one is open; payments that wait at the receiver continue when it confirms. */
export function requestRefill(world: World, { station, receiver, forTransaction, need }: RefillInput): void {
  if (openRefill(world.db, receiver.network, receiver.address) !== undefined) return;
  const native = world.catalogue.network(receiver.network).native;
  const raw = need * REFILL_FACTOR;
  const refill = createTransaction(world, {
    tenant_id: receiver.tenant_id,
    owner: receiver.owner,
    source_id: forTransaction,
    type: "refill",
    side: "internal",
    memo: "",
    meta: { for_transaction_id: forTransaction },
    network: receiver.network,
    asset: native.key,
    symbol: native.symbol,
    raw: raw.toString(),
    usd: usdOf(world.db, native, raw),
    from_address: station.address,
    to_address: receiver.address,
    from_category: station.category,
    to_category: receiver.category,
    from_address_id: station.id,
  });
  schedule(world.db, SUBMIT_JOB, refill.id, world.clock.now());
}

/** After a refill is final: the payments that wait at its receiver continue at once, or later when it failed. */
export function afterRefill(world: World, refill: TransactionRow): void {
  const receiver = required(watchedAt(world.db, refill.network, refill.to_address), "receiver of a refill", {
    id: refill.id,
  });
  const delay = refill.status === "confirmed" ? 0 : AFTER_FAILED_REFILL_MS;
  for (const row of createdAtAddress(world.db, receiver.id))
    schedule(world.db, SUBMIT_JOB, row.id, world.clock.now() + delay);
}
