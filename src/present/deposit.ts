// Deposit rows as the service shows them (H-07, S-033…S-053).
import type { DepositRow } from "../domain/deposit/deposit.ts";
import { formatAmount } from "../kernel/amount.ts";
import { isoTime } from "../kernel/clock.ts";
import type { components } from "../spec/service.gen.ts";
import { addressText, contractAddress } from "./address.ts";
import { numberBalance, textBalance } from "./amount.ts";
import { placeOf, scannerUrl, type View } from "./view.ts";

/** The deposit record. */
export function presentDeposit(view: View, row: DepositRow): components["schemas"]["Deposit"] {
  const { network, asset } = placeOf(view, row.network, row.asset);
  return {
    id: row.id,
    tx_id: row.tx_hash,
    asset: asset.name,
    symbol: asset.symbol,
    network_id: network.id,
    network_symbol: network.symbol,
    contract_address: contractAddress(asset),
    decimal: asset.decimals,
    is_token_transfer: !asset.native,
    block_number: String(row.block_height),
    from_address: addressText(row.from_address),
    to_address: addressText(row.to_address),
    from_wallet_category: row.from_category,
    to_wallet_category: row.to_category,
    owner: row.owner,
    balance: numberBalance(BigInt(row.raw), asset.decimals, row.usd),
    scanner_url: scannerUrl(view, network.symbol, row.tx_hash),
    time: isoTime(row.block_time * 1_000),
  };
}

/** The payload of `deposit.confirmed`: the record, with its amounts as text (H-82, H-84). */
export function presentConfirmedDeposit(view: View, row: DepositRow): components["schemas"]["DepositConfirmedPayload"] {
  const { asset } = placeOf(view, row.network, row.asset);
  return { ...presentDeposit(view, row), balance: textBalance(BigInt(row.raw), asset.decimals, row.usd) };
}

/** The payload of `deposit.new`: exactly five fields (S-492…S-496). */
export function presentNewDeposit(view: View, row: DepositRow): components["schemas"]["DepositNewPayload"] {
  const { network, asset } = placeOf(view, row.network, row.asset);
  return {
    id: row.id,
    network_symbol: network.symbol,
    tx_hash: row.tx_hash,
    amount: formatAmount(BigInt(row.raw), asset.decimals),
    owner: row.owner,
  };
}
