// The tenant network a path names, or its 404 (H-39, S-348, S-537).
import { findTenantNetwork, type TenantNetwork } from "../../../domain/network/tenant-network.ts";
import type { TenantRow } from "../../../domain/tenant/tenant.ts";
import type { World } from "../../../domain/world.ts";
import { Problem } from "../../../kernel/problem.ts";

export function tenantNetworkOfPath(
  world: World,
  tenant: TenantRow,
  path: { network_id: string; asset: string },
): TenantNetwork {
  const found = findTenantNetwork(world, tenant.id, { networkId: path.network_id, address: path.asset });
  if (found === undefined)
    throw new Problem("tenantNetworkNotFound", `no asset ${path.asset} on network ${path.network_id}`);
  return found;
}
