// SQL of vaults.
import type { Database } from "../../db/database.ts";
import type { VaultRow } from "./vault.ts";

export function insertVault(db: Database, row: VaultRow): void {
  db.run("insert into vault (id, tenant_id, label, created_at) values (:id, :tenant_id, :label, :created_at)", row);
}

/** A tenant's vault; not found for another tenant (K-3). */
export function vaultOfTenant(db: Database, tenantId: string, id: string): VaultRow | undefined {
  return db.get("select * from vault where id = :id and tenant_id = :tenantId", { id, tenantId });
}

/** Oldest first (H-63). */
export function listVaults(db: Database, tenantId: string): VaultRow[] {
  return db.all("select * from vault where tenant_id = :tenantId order by created_at, id", { tenantId });
}
