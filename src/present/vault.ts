// Vaults, their addresses and balances as the service shows them (H-14).
import type { AddressRow } from "../domain/address/address.ts";
import type { Asset } from "../domain/network/network.ts";
import type { VaultRow } from "../domain/vault/vault.ts";
import { isoTime } from "../kernel/clock.ts";
import type { components } from "../spec/service.gen.ts";
import { addressText, contractAddress } from "./address.ts";
import { textBalance } from "./amount.ts";
import type { View } from "./view.ts";

/** Base units of one asset in a vault: confirmed on chain, and what of it is not reserved, each with its USD text. */
export type VaultHolding = { asset: Asset; raw: bigint; usd: string; available: bigint; availableUsd: string };

/** The vault record; `id` and `vault_id` carry the same value (S-120). */
export function presentVault(row: VaultRow): components["schemas"]["Vault"] {
  return { id: row.id, vault_id: row.id, label: row.label, created_at: isoTime(row.created_at) };
}

/** One address of a vault. */
export function presentVaultAddress(view: View, row: AddressRow): components["schemas"]["VaultAddress"] {
  const network = view.catalogue.network(row.network);
  return {
    id: row.id,
    vault_id: row.holder_id,
    address: addressText(row.address),
    network_id: network.id,
    network_symbol: network.symbol,
  };
}

/** What a vault is worth; `totalUsd` is the finished text. */
export function presentVaultTotal(row: VaultRow, totalUsd: string): components["schemas"]["VaultTotal"] {
  return { vault_id: row.id, total_usd: totalUsd };
}

/** One balance of a vault. */
export function presentVaultBalance(view: View, holding: VaultHolding): components["schemas"]["VaultBalance"] {
  const { asset } = holding;
  const network = view.catalogue.network(asset.network);
  return {
    asset: asset.name,
    symbol: asset.symbol,
    network_id: network.id,
    network_symbol: network.symbol,
    decimal: asset.decimals,
    contract_address: contractAddress(asset),
    balance: textBalance(holding.raw, asset.decimals, holding.usd),
    available: textBalance(holding.available, asset.decimals, holding.availableUsd),
  };
}
