// Unified transaction rows as the service shows them (H-11, S-070…S-097).
import type { TransactionRow } from "../domain/transaction/transaction.ts";
import { formatAmount } from "../kernel/amount.ts";
import { isoTime, isoTimeOrNull } from "../kernel/clock.ts";
import type { components } from "../spec/service.gen.ts";
import { addressText, contractAddress } from "./address.ts";
import { exactNumber, numberBalance, textBalance } from "./amount.ts";
import { placeOf, scannerUrl, type View } from "./view.ts";

type Wire = components["schemas"]["Transaction"];

/** The transaction record. */
export function presentTransaction(view: View, row: TransactionRow): Wire {
  const { network, asset } = placeOf(view, row.network, row.asset);
  const fee = BigInt(row.fee_raw);
  return {
    id: row.id,
    tenant_id: row.tenant_id,
    owner: row.owner,
    source_id: row.source_id,
    tx_id: row.tx_hash,
    type: row.type,
    side: row.side,
    status: row.status,
    memo: row.memo,
    meta: metaOf(row),
    block_number: row.block_height === null ? "" : String(row.block_height),
    contract_address: contractAddress(asset),
    from_address: addressText(row.from_address),
    to_address: addressText(row.to_address),
    from_wallet_category: row.from_category,
    to_wallet_category: row.to_category,
    scanner_url: scannerUrl(view, network.symbol, row.tx_hash),
    amount: numberBalance(BigInt(row.raw), asset.decimals, row.usd),
    fee: { amount: exactNumber(fee, network.native.decimals), raw: exactNumber(fee) },
    network: {
      asset: asset.name,
      decimal: asset.decimals,
      network_id: network.id,
      network_symbol: network.symbol,
    },
    timestamps: timestampsOf(row),
  };
}

/** The payload of the three `transaction.*` events: the record, with its amounts as text (H-82, H-84). */
export function presentTransactionEvent(view: View, row: TransactionRow): components["schemas"]["TransactionPayload"] {
  const { network, asset } = placeOf(view, row.network, row.asset);
  const fee = BigInt(row.fee_raw);
  return {
    ...presentTransaction(view, row),
    amount: textBalance(BigInt(row.raw), asset.decimals, row.usd),
    fee: { amount: formatAmount(fee, network.native.decimals), raw: fee.toString() },
  };
}

/** Facts by type; a failed transaction adds why (H-10, H-82). */
function metaOf(row: TransactionRow): Wire["meta"] {
  const facts = row.meta === null ? null : (JSON.parse(row.meta) as Record<string, unknown>);
  if (row.status !== "failed" || row.error === "") return facts;
  return { ...facts, error: row.error };
}

function timestampsOf(row: TransactionRow): Wire["timestamps"] {
  return {
    created_at: isoTime(row.created_at),
    prepared_at: isoTimeOrNull(row.prepared_at),
    signed_at: isoTimeOrNull(row.signed_at),
    broadcasted_at: isoTimeOrNull(row.broadcasted_at),
    confirmed_at: isoTimeOrNull(row.confirmed_at),
    failed_at: isoTimeOrNull(row.failed_at),
    rejected_at: isoTimeOrNull(row.rejected_at),
    expired_at: isoTimeOrNull(row.expired_at),
    updated_at: isoTime(row.updated_at),
  };
}
