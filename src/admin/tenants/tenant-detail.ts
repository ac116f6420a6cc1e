// One tenant with all that belongs to it: the window of its rate limit, money in the books and on the chains, pools, endpoints and keys.
import { askBalance } from "../../chains/token.ts";
import type { AddressRow } from "../../domain/address/address.ts";
import { displayAddress } from "../../domain/address/evm-address.ts";
import { addressesOfHolder, gasStationOn } from "../../domain/address/store.ts";
import { balanceOf } from "../../domain/movement/store.ts";
import type { Asset } from "../../domain/network/network.ts";
import { keylessLimit, listApiKeys, updateTenant } from "../../domain/tenant/store.ts";
import { type ApiKeyRow, type TenantRow, TIER_LIMITS } from "../../domain/tenant/tenant.ts";
import { listVaults } from "../../domain/vault/store.ts";
import { poolsOf } from "../../domain/wallet/store.ts";
import { listEndpoints } from "../../domain/webhook-endpoint/store.ts";
import { keyBucket } from "../../http/rate-limit.ts";
import { formatAmount } from "../../kernel/amount.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/clock.ts";
import { Problem } from "../../kernel/problem.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers } from "../handler.ts";
import { tenantView } from "../operations/tenants.ts";
import { endpointView } from "../operations/webhook-endpoints.ts";
import { tenantOfPath } from "../resolve-names.ts";

type Detail = components["schemas"]["TenantDetail"];
type Balance = components["schemas"]["BookedBalance"];

export const tenantDetailHandlers: Pick<AdminHandlers, "getTenant" | "updateTenant"> = {
  getTenant: (dependencies, { path }) => detailOf(dependencies, tenantOfPath(dependencies.flow.world, path.tenant_id)),
  updateTenant: (dependencies, { path, body: { name, tier, rate_limit } }) => {
    const { world } = dependencies.flow;
    const { id, ...old } = tenantOfPath(world, path.tenant_id);
    if (name === undefined && tier === undefined && rate_limit === undefined)
      throw new Problem("invalidRequest", "send at least one of name, tier and rate_limit");
    // Another tier comes with its limit; without a tier the limit stays.
    const limit = rate_limit ?? (tier === undefined ? old.rate_limit : TIER_LIMITS[tier]);
    world.db.transaction(() =>
      updateTenant(world.db, { id, name: name ?? old.name, tier: tier ?? old.tier, rate_limit: limit }),
    );
    if (old.number === 1)
      dependencies.limiter.enter({ keylessLimit: keylessLimit(world.db), virtualNow: () => world.clock.now() });
    return detailOf(dependencies, tenantOfPath(world, id));
  },
};

async function detailOf(dependencies: AdminDependencies, tenant: TenantRow): Promise<Detail> {
  const { world } = dependencies.flow;
  const { db, catalogue } = world;
  const keys = listApiKeys(db, tenant.id);
  const vaults = listVaults(db, tenant.id).map(async ({ id, label }) => {
    const balances = addressesOfHolder(db, id).flatMap((row) =>
      catalogue.network(row.network).assets.map((asset) => balanceAt(dependencies, row, asset)),
    );
    return { vault_id: id, label, balances: await Promise.all(balances) };
  });
  const stations = catalogue.networks.flatMap(({ symbol, assets }) => {
    const row = gasStationOn(db, tenant.id, symbol);
    const native = assets.find((asset) => asset.native);
    return row === undefined || native === undefined ? [] : [balanceAt(dependencies, row, native)];
  });
  return {
    ...tenantView(tenant),
    window: windowOf(dependencies, tenant, keys),
    vaults: await Promise.all(vaults),
    gas_stations: await Promise.all(stations),
    wallet_pools: poolsOf(db, tenant.id),
    endpoints: listEndpoints(db, tenant.id).map((row) => endpointView(world, row)),
    keys: keys.map((row) => keyView(dependencies, tenant, row)),
  };
}

/** What the books say of an address and an asset, and what the chain says: they differ while a block is not confirmed. */
async function balanceAt({ flow }: AdminDependencies, row: AddressRow, asset: Asset): Promise<Balance> {
  const { confirmed, held } = balanceOf(flow.world.db, row.id, asset.key);
  const onChain = await askBalance(flow.chains.get(row.network), asset.key, row.address, "latest");
  const shown = (raw: bigint): string => formatAmount(raw, asset.decimals);
  return {
    ...{ network: row.network, symbol: asset.symbol, address: displayAddress(row.address) },
    ...{ books: shown(confirmed), held: shown(held), on_chain: shown(onChain === "0x" ? 0n : BigInt(onChain)) },
  };
}

/** The least that a live key has left: each key is counted alone. */
function windowOf(dependencies: AdminDependencies, tenant: TenantRow, keys: readonly ApiKeyRow[]): Detail["window"] {
  const windows = keys
    .filter(({ revoked_at }) => revoked_at === null)
    .map(({ id }) => dependencies.limiter.look(keyBucket(id), tenant.rate_limit));
  const [first] = windows;
  if (first === undefined) return null;
  return {
    remaining: Math.min(...windows.map(({ remaining }) => remaining)),
    reset_at: isoTime(first.resetAt * 1_000),
  };
}

function keyView({ limiter }: AdminDependencies, tenant: TenantRow, row: ApiKeyRow): Detail["keys"][number] {
  const isLive = row.revoked_at === null;
  return {
    ...{ key_id: row.id, created_at: isoTime(row.created_at), revoked_at: isoTimeOrNull(row.revoked_at) },
    remaining: isLive ? limiter.look(keyBucket(row.id), tenant.rate_limit).remaining : null,
  };
}
