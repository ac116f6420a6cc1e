// The vault a path names, or its 404 (K-3, S-538).
import type { TenantRow } from "../../../domain/tenant/tenant.ts";
import { vaultOfTenant } from "../../../domain/vault/store.ts";
import type { VaultRow } from "../../../domain/vault/vault.ts";
import type { World } from "../../../domain/world.ts";
import { Problem } from "../../../kernel/problem.ts";

export function vaultOfPath(world: World, tenant: TenantRow, id: string): VaultRow {
  const vault = vaultOfTenant(world.db, tenant.id, id);
  if (vault === undefined) throw new Problem("vaultNotFound", `no vault ${id}`);
  return vault;
}
