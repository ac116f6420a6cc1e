// A watched address: tenant, network, role, and the derivation of its key.

/** `external` is any address that is not one of this tenant (H-08). */
export const WALLET_CATEGORIES = ["user", "vault", "gas_station", "uda", "external"] as const;
export type WalletCategory = (typeof WALLET_CATEGORIES)[number];
export type WatchedCategory = Exclude<WalletCategory, "external">;

/**
 * One (network, address) pair. `id` is the wallet id, vault-address id or gas-station wallet id; `holder_id` the vault or
 * UDA that it belongs to, else "". `address` is lower-case.
 */
export type AddressRow = {
  id: string;
  tenant_id: string;
  network: string;
  address: string;
  category: WatchedCategory;
  owner: string;
  holder_id: string;
  derivation: string;
  created_at: number;
};

/** The first level of the key tree: the purpose of a key. */
export const KEY_PURPOSES = {
  wallet: 0,
  vault: 1,
  gasStation: 2,
  uda: 3,
  solver: 4,
  intake: 5,
  platform: 6,
  faucet: 7,
  payer: 8,
} as const;
export type KeyPurpose = keyof typeof KEY_PURPOSES;

/** The BIP-32 path of a key: purpose, tenant number, network id (0 = all networks), index. */
export function derivationPath(purpose: KeyPurpose, tenantNumber: number, networkId: number, index: number): string {
  return `m/44'/60'/${KEY_PURPOSES[purpose]}'/${tenantNumber}/${networkId}/${index}`;
}
