// Wallets, their details and their events as the service shows them (H-09, H-82, H-83).
import type { AddressRow, WalletCategory } from "../domain/address/address.ts";
import type { BalanceRecord } from "../domain/movement/balance-event.ts";
import type { Holding } from "../domain/movement/holdings.ts";
import { isoTime } from "../kernel/clock.ts";
import type { components } from "../spec/service.gen.ts";
import { addressText, contractAddress } from "./address.ts";
import { textBalance } from "./amount.ts";
import { placeOf, type View } from "./view.ts";

/** A wallet: exactly four fields (S-054…S-057). */
export function presentWallet(view: View, row: AddressRow): components["schemas"]["Wallet"] {
  const network = view.catalogue.network(row.network);
  return {
    id: row.id,
    address: addressText(row.address),
    network_id: network.id,
    network_symbol: network.symbol,
  };
}

/** A wallet in the list of all owners, which says whose it is (H-88). */
export function presentOwnedWallet(view: View, row: AddressRow): components["schemas"]["OwnedWallet"] {
  return { ...presentWallet(view, row), owner: row.owner };
}

/** A wallet with its balances, native first (S-058…S-069). */
export function presentWalletDetails(
  view: View,
  row: AddressRow,
  held: readonly Holding[],
): components["schemas"]["WalletDetails"] {
  return {
    address: addressText(row.address),
    owner: row.owner,
    balances: held.map((holding) => presentHolding(view, holding)),
  };
}

/** One balance of a wallet or gas station (S-061…S-069). */
export function presentHolding(view: View, { asset, raw, usd }: Holding): components["schemas"]["BalanceEntry"] {
  const network = view.catalogue.network(asset.network);
  return {
    asset: asset.name,
    symbol: asset.symbol,
    network_id: network.id,
    network_symbol: network.symbol,
    decimal: asset.decimals,
    balance: textBalance(raw, asset.decimals, usd),
  };
}

/** The payload of `address.assigned` (H-82). */
export function presentAssignment(view: View, row: AddressRow): components["schemas"]["AddressAssignedPayload"] {
  return { ...presentWallet(view, row), owner: row.owner, assigned_at: isoTime(row.created_at) };
}

/** The payload of `balance.updated` (H-83). */
export function presentBalanceChange(
  view: View,
  record: BalanceRecord,
): components["schemas"]["BalanceUpdatedPayload"] {
  const { network, asset } = placeOf(view, record.network, record.asset);
  return {
    wallet_id: record.wallet_id,
    wallet_category: record.category as WalletCategory,
    address: addressText(record.address),
    owner: record.owner,
    asset: asset.name,
    symbol: asset.symbol,
    network_id: network.id,
    network_symbol: network.symbol,
    decimal: asset.decimals,
    contract_address: contractAddress(asset),
    previous_balance: textBalance(BigInt(record.previous_raw), asset.decimals, record.previous_usd),
    balance: textBalance(BigInt(record.raw), asset.decimals, record.usd),
  };
}
