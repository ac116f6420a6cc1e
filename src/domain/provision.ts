// Creates a tenant with its key, vault, gas stations, enabled assets and wallet pools (H-05).
import { type AddressRow, derivationPath, type KeyPurpose, type WatchedCategory } from "./address/address.ts";
import { insertAddress } from "./address/store.ts";
import { recordGrant } from "./movement/record.ts";
import type { Network } from "./network/network.ts";
import { issueKey } from "./tenant/issue-key.ts";
import { insertTenant, nextTenantNumber, putTenantNetwork } from "./tenant/store.ts";
import { type Environment, type TenantRow, TIER_LIMITS, type Tier } from "./tenant/tenant.ts";
import { insertVault } from "./vault/store.ts";
import { putPool } from "./wallet/store.ts";
import type { World } from "./world.ts";

/** Addresses a tenant may assign per network before "no available wallets". */
export const WALLET_POOL_SIZE = 1_000;

/** Initial balance of a gas station, in whole native coins. */
export const GAS_STATION_COINS = 100n;

export type TenantInput = { name: string; tier: Tier; rateLimit?: number; environment: Environment; apiKey?: string };
export type ProvisionedTenant = { tenant: TenantRow; keyId: string; apiKey: string; vaultId: string };

/** Creates a tenant with everything the API only reads. Its gas stations must be funded on the chains already. */
export function provisionTenant(world: World, input: TenantInput): ProvisionedTenant {
  const { db } = world;
  const tenant: TenantRow = {
    id: world.ids.next("tenant"),
    number: nextTenantNumber(db),
    name: input.name,
    tier: input.tier,
    rate_limit: input.rateLimit ?? TIER_LIMITS[input.tier],
    created_at: world.clock.now(),
    deleted_at: null,
  };
  insertTenant(db, tenant);
  const key = issueKey(world, tenant.id, input.environment, input.apiKey);
  const vaultId = world.ids.next("vault");
  insertVault(db, { id: vaultId, tenant_id: tenant.id, label: "hot", created_at: world.clock.now() });
  for (const network of world.catalogue.networks) provisionNetwork(world, tenant, vaultId, network);
  return { tenant, ...key, vaultId };
}

/** The address of a tenant's gas station, known before the tenant exists: the chains fund it first. */
export function gasStationAddress(world: Pick<World, "derive">, tenantNumber: number, network: Network): string {
  return world.derive(derivationPath("gasStation", tenantNumber, Number(network.id), 0));
}

/** The derivation paths of a tenant's addresses: its vault and its gas station on every network. */
export function tenantPaths({ catalogue }: Pick<World, "catalogue">, tenantNumber: number): string[] {
  const purposes: KeyPurpose[] = ["vault", "gasStation"];
  return catalogue.networks.flatMap(({ id }) =>
    purposes.map((purpose) => derivationPath(purpose, tenantNumber, Number(id), 0)),
  );
}

/** 100 whole coins in base units. */
export function gasStationFunding(network: Network): bigint {
  return GAS_STATION_COINS * 10n ** BigInt(network.native.decimals);
}

function provisionNetwork(world: World, tenant: TenantRow, vaultId: string, network: Network): void {
  const { db } = world;
  for (const asset of network.assets) putTenantNetwork(db, tenant.id, network.symbol, asset.key, true);
  putPool(db, tenant.id, network.symbol, WALLET_POOL_SIZE);
  platformAddress(world, tenant, network, {
    category: "vault",
    purpose: "vault",
    kind: "vault_address",
    holderId: vaultId,
  });
  const station = platformAddress(world, tenant, network, {
    category: "gas_station",
    purpose: "gasStation",
    kind: "gas_station",
    holderId: "",
  });
  recordGrant(db, {
    addressId: station.id,
    network: network.symbol,
    asset: network.native.key,
    raw: gasStationFunding(network),
    height: 0,
  });
}

function platformAddress(
  world: World,
  tenant: TenantRow,
  network: Network,
  role: { category: WatchedCategory; purpose: KeyPurpose; kind: string; holderId: string },
): AddressRow {
  const derivation = derivationPath(role.purpose, tenant.number, Number(network.id), 0);
  const row: AddressRow = {
    id: world.ids.next(role.kind),
    tenant_id: tenant.id,
    network: network.symbol,
    address: world.derive(derivation),
    category: role.category,
    owner: "",
    holder_id: role.holderId,
    derivation,
    created_at: world.clock.now(),
  };
  insertAddress(world.db, row);
  return row;
}
