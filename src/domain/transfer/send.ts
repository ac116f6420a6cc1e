// Queues a validated transfer: checks network and balance, writes it with its reservation and plans its job (H-43, S-533).
import { formatAmount } from "../../kernel/amount.ts";
import { assert } from "../../kernel/assert.ts";
import { Problem } from "../../kernel/problem.ts";
import type { AddressRow } from "../address/address.ts";
import { categoryFor, ownerFor } from "../address/store.ts";
import { schedule } from "../agenda.ts";
import { spendable } from "../attempt/spendable.ts";
import { openHold } from "../movement/hold.ts";
import type { Asset } from "../network/network.ts";
import { usdOf } from "../network/price.ts";
import { isAssetEnabled } from "../tenant/store.ts";
import { SUBMIT_JOB, type TransactionRow } from "../transaction/transaction.ts";
import { createTransaction } from "../transaction/transitions.ts";
import type { World } from "../world.ts";

export type TransferType = "vault_transfer" | "external_transfer" | "internal_transfer";

/** `raw` in base units; undefined for the maximum at the time the transfer is built. */
export type Transfer = {
  type: TransferType;
  source: AddressRow;
  to: string;
  asset: Asset;
  raw: bigint | undefined;
  remark: string | undefined;
};

/**
 * Reserves the amount and queues the transfer; returns its unified transaction.
 * @throws Problem networkNotEnabled, insufficientBalance (also when there is nothing to send), in this order.
 */
export function sendTransfer(world: World, transfer: Transfer): TransactionRow {
  const { source, asset, to } = transfer;
  const tenantId = source.tenant_id;
  if (!isAssetEnabled(world.db, tenantId, asset.network, asset.key)) {
    throw new Problem("networkNotEnabled", `${asset.symbol} on ${asset.network} is disabled`);
  }
  const raw = coveredAmount(world, transfer);
  const row = createTransaction(world, {
    tenant_id: tenantId,
    owner: source.owner === "" ? ownerFor(world.db, tenantId, asset.network, to) : source.owner,
    type: transfer.type,
    side: transfer.type === "internal_transfer" ? "internal" : "out",
    memo: transfer.remark ?? "",
    network: asset.network,
    asset: asset.key,
    symbol: asset.symbol,
    raw: raw.toString(),
    usd: usdOf(world.db, asset, raw),
    from_address: source.address,
    to_address: to,
    from_category: source.category,
    to_category: categoryFor(world.db, tenantId, asset.network, to),
    from_address_id: source.id,
  });
  const hold = { transactionId: row.id, addressId: source.id, asset: asset.key, raw };
  const held = openHold(world.db, { ...hold, whole: transfer.raw === undefined });
  assert(held, "the balance was looked at in this transaction", { id: row.id });
  schedule(world.db, SUBMIT_JOB, row.id, world.clock.now());
  return row;
}

function coveredAmount(world: World, { source, asset, raw }: Transfer): bigint {
  const free = spendable(world.db, source, asset);
  if (free >= (raw ?? 1n)) return raw ?? free;
  const has = formatAmount(free > 0n ? free : 0n, asset.decimals);
  throw new Problem("insufficientBalance", `available: ${has} ${asset.symbol} on ${asset.network}`);
}
