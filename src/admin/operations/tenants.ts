// Tenant operations: tenants, their API keys and wallet pools, as the service's dashboard has them (H-05, H-66, H-75).

import { endDeliveries } from "../../domain/delivery/transitions.ts";
import { issueKey } from "../../domain/tenant/issue-key.ts";
import { listApiKeys, listTenants, markTenantDeleted, revokeApiKey } from "../../domain/tenant/store.ts";
import type { TenantRow } from "../../domain/tenant/tenant.ts";
import { putPool } from "../../domain/wallet/store.ts";
import { listEndpoints, markEndpointDeleted } from "../../domain/webhook-endpoint/store.ts";
import { keyBucket } from "../../http/rate-limit.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/clock.ts";
import { Problem } from "../../kernel/problem.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers } from "../handler.ts";
import { networkOfBody, tenantOfPath } from "../resolve-names.ts";

export function tenantViews({ flow: { world } }: AdminDependencies): components["schemas"]["Tenant"][] {
  return listTenants(world.db).map(tenantView);
}

export function tenantView(row: TenantRow): components["schemas"]["Tenant"] {
  const { id, name, tier, rate_limit, created_at } = row;
  return { tenant_id: id, name, tier, rate_limit, created_at: isoTime(created_at) };
}

/** API keys, endpoints and pending deliveries of the tenant end in one commit. */
function removeTenant({ flow: { world } }: AdminDependencies, tenantId: string): void {
  world.db.transaction(() => {
    const now = world.clock.tick();
    for (const endpoint of listEndpoints(world.db, tenantId)) {
      endDeliveries(world, endpoint.id, "its tenant was deleted");
      markEndpointDeleted(world.db, endpoint.id, now);
    }
    markTenantDeleted(world.db, tenantId, now);
  });
}

export const tenantHandlers: Pick<
  AdminHandlers,
  "createTenant" | "listTenants" | "deleteTenant" | "setWalletPool" | "resetRateLimit" | "resetAllRateLimits"
> = {
  createTenant: async (dependencies, { body: { name, tier = "enterprise", rate_limit } }) => {
    const input = rate_limit === undefined ? { name, tier } : { name, tier, rateLimit: rate_limit };
    const { tenant, apiKey, vaultId } = await dependencies.flow.createTenant(input);
    return { tenant_id: tenant.id, name, tier, rate_limit: tenant.rate_limit, api_key: apiKey, vault_id: vaultId };
  },
  listTenants: (dependencies) => ({ items: tenantViews(dependencies) }),
  deleteTenant: (dependencies, { path }) => {
    removeTenant(dependencies, tenantOfPath(dependencies.flow.world, path.tenant_id).id);
    return null;
  },
  setWalletPool: (dependencies, { path, body: { network: name, remaining } }) => {
    const { world } = dependencies.flow;
    const tenant = tenantOfPath(world, path.tenant_id);
    const network = networkOfBody(world, name);
    world.db.transaction(() => putPool(world.db, tenant.id, network.symbol, remaining));
    return { tenant_id: tenant.id, network: network.symbol, remaining };
  },
  resetRateLimit: (dependencies, { path }) => {
    const { world } = dependencies.flow;
    const keys = listApiKeys(world.db, tenantOfPath(world, path.tenant_id).id);
    dependencies.limiter.reset(keys.map(({ id }) => keyBucket(id)));
    return null;
  },
  resetAllRateLimits: ({ limiter }) => {
    limiter.resetAll();
    return {};
  },
};

export const keyHandlers: Pick<AdminHandlers, "createTenantKey" | "listTenantKeys" | "deleteTenantKey"> = {
  createTenantKey: (dependencies, { path }) => {
    const { world } = dependencies.flow;
    const tenant = tenantOfPath(world, path.tenant_id);
    world.clock.tick();
    const { keyId, apiKey } = world.db.transaction(() => issueKey(world, tenant.id, dependencies.environment));
    return { key_id: keyId, api_key: apiKey };
  },
  listTenantKeys: (dependencies, { path }) => {
    const { world } = dependencies.flow;
    const keys = listApiKeys(world.db, tenantOfPath(world, path.tenant_id).id);
    return {
      items: keys.map(({ id, created_at, revoked_at }) => ({
        key_id: id,
        created_at: isoTime(created_at),
        revoked_at: isoTimeOrNull(revoked_at),
      })),
    };
  },
  deleteTenantKey: (dependencies, { path }) => {
    const { world } = dependencies.flow;
    const tenant = tenantOfPath(world, path.tenant_id);
    const now = world.clock.tick();
    const revoked = world.db.transaction(() => revokeApiKey(world.db, tenant.id, path.key_id, now));
    if (!revoked) throw new Problem("resourceNotFound", `the tenant has no live key ${path.key_id}: see GET …/keys`);
    return null;
  },
};
