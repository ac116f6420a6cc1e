// SQL of tenants, their keys and their enabled assets.
import type { Database } from "../../db/database.ts";
import { type ApiKeyRow, type TenantRow, TIER_LIMITS } from "./tenant.ts";

export function insertTenant(db: Database, row: TenantRow): void {
  db.run(
    `insert into tenant (id, number, name, tier, rate_limit, created_at, deleted_at)
     values (:id, :number, :name, :tier, :rate_limit, :created_at, :deleted_at)`,
    row,
  );
}

export function nextTenantNumber(db: Database): number {
  return db.get<{ next: number }>("select coalesce(max(number), 0) + 1 as next from tenant")?.next ?? 1;
}

export function tenantById(db: Database, id: string): TenantRow | undefined {
  return db.keptGet("select * from tenant where id = :id and deleted_at is null", { id });
}

export function listTenants(db: Database): TenantRow[] {
  return db.all("select * from tenant where deleted_at is null order by number");
}

/** Requests per minute of clients without a valid key: the limit of the default tenant, also of a deleted one (H-85). */
export function keylessLimit(db: Database): number {
  const tenant = db.get<{ rate_limit: number }>("select rate_limit from tenant where number = 1");
  return tenant?.rate_limit ?? TIER_LIMITS.standard;
}

export function updateTenant(db: Database, row: Pick<TenantRow, "id" | "name" | "tier" | "rate_limit">): void {
  db.run("update tenant set name = :name, tier = :tier, rate_limit = :rate_limit where id = :id", row);
}

export function markTenantDeleted(db: Database, id: string, at: number): void {
  db.run("update tenant set deleted_at = :at where id = :id", { id, at });
  db.run("update api_key set revoked_at = :at where tenant_id = :id and revoked_at is null", { id, at });
}

export function insertApiKey(db: Database, row: ApiKeyRow): void {
  db.run(
    `insert into api_key (id, tenant_id, hash, created_at, revoked_at)
     values (:id, :tenant_id, :hash, :created_at, :revoked_at)`,
    row,
  );
}

/** The key with this hash, unless revoked. */
export function liveKey(db: Database, hash: string): ApiKeyRow | undefined {
  return db.keptGet("select * from api_key where hash = :hash and revoked_at is null", { hash });
}

/** True for a key that was ever issued to the tenant, revoked or not. */
export function isKeyOf(db: Database, tenantId: string, hash: string): boolean {
  return (
    db.get("select id from api_key where hash = :hash and tenant_id = :tenantId", { hash, tenantId }) !== undefined
  );
}

export function listApiKeys(db: Database, tenantId: string): ApiKeyRow[] {
  return db.all("select * from api_key where tenant_id = :tenantId order by id", { tenantId });
}

export function revokeApiKey(db: Database, tenantId: string, id: string, at: number): boolean {
  return (
    db.run("update api_key set revoked_at = :at where id = :id and tenant_id = :tenantId and revoked_at is null", {
      id,
      tenantId,
      at,
    }) === 1
  );
}

export function putTenantNetwork(
  db: Database,
  tenantId: string,
  network: string,
  asset: string,
  enabled: boolean,
): void {
  db.run(
    `insert into tenant_network (tenant_id, network, asset, enabled) values (:tenantId, :network, :asset, :enabled)
     on conflict (tenant_id, network, asset) do update set enabled = excluded.enabled`,
    { tenantId, network, asset, enabled: enabled ? 1 : 0 },
  );
}

export function isAssetEnabled(db: Database, tenantId: string, network: string, asset: string): boolean {
  const row = db.get<{ enabled: number }>(
    "select enabled from tenant_network where tenant_id = :tenantId and network = :network and asset = :asset",
    { tenantId, network, asset },
  );
  return row?.enabled === 1;
}

/** Every enabled asset of a tenant, by the names that rows use. */
export function enabledAssets(db: Database, tenantId: string): { network: string; asset: string }[] {
  return db.all("select network, asset from tenant_network where tenant_id = :tenantId and enabled = 1", { tenantId });
}

/** True when at least one asset of the network is enabled for the tenant (H-40). */
export function isNetworkEnabled(db: Database, tenantId: string, network: string): boolean {
  return (
    db.get(
      "select 1 as found from tenant_network where tenant_id = :tenantId and network = :network and enabled = 1 limit 1",
      { tenantId, network },
    ) !== undefined
  );
}
