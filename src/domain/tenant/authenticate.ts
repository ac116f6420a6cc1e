// From the X-API-Key header to the tenant (H-73).
import type { Database } from "../../db/database.ts";
import { liveKey, tenantById } from "./store.ts";
import { type Environment, keyHash, keyPrefix, sameHash, type TenantRow } from "./tenant.ts";

/**
 * The tenant and the key id; undefined for a missing, unknown or revoked key, or one of the other environment. A key that an
 * operator chose freely has no prefix and is valid here.
 */
export function authenticate(
  db: Database,
  environment: Environment,
  key: string | undefined,
): { tenant: TenantRow; keyId: string } | undefined {
  const otherEnvironment = environment === "production" ? "sandbox" : "production";
  if (key === undefined || key.startsWith(keyPrefix(otherEnvironment))) return undefined;
  const hash = keyHash(key);
  const row = liveKey(db, hash);
  if (row === undefined || !sameHash(row.hash, hash)) return undefined;
  const tenant = tenantById(db, row.tenant_id);
  return tenant === undefined ? undefined : { tenant, keyId: row.id };
}
