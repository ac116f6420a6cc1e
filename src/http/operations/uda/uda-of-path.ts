// The UDA a path names, or its 404 (K-3, S-540).
import type { TenantRow } from "../../../domain/tenant/tenant.ts";
import { udaOfTenant } from "../../../domain/uda/store.ts";
import type { UdaRow } from "../../../domain/uda/uda.ts";
import type { World } from "../../../domain/world.ts";
import { Problem } from "../../../kernel/problem.ts";

export function udaOfPath(world: World, tenant: TenantRow, id: string): UdaRow {
  const uda = udaOfTenant(world.db, tenant.id, id);
  if (uda === undefined) throw new Problem("udaNotFound", `no UDA ${id}`);
  return uda;
}
