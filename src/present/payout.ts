// Payout rows as the service shows them (H-13, H-35, S-101…S-119).
import type { PayoutRow } from "../domain/payout/payout.ts";
import { isoTime, isoTimeOrNull } from "../kernel/clock.ts";
import type { components } from "../spec/service.gen.ts";
import { addressText } from "./address.ts";

/** The payout record. Amount texts are those frozen at submission. */
export function presentPayout(row: PayoutRow): components["schemas"]["Payout"] {
  return {
    id: row.id,
    vault_id: row.vault_id,
    asset: row.symbol,
    network_symbol: row.network,
    amount: row.amount,
    usd_amount: row.usd_amount,
    rate: row.rate,
    to_address: addressText(row.to_address),
    reference_id: row.reference_id,
    remark: row.remark,
    status: row.status,
    tx_id: row.tx_hash,
    error: row.error,
    created_at: isoTime(row.created_at),
    confirmed_at: isoTimeOrNull(row.confirmed_at),
    expired_at: isoTimeOrNull(row.expires_at),
  };
}
