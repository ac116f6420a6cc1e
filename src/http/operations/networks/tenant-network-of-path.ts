// The tenant network a path names, or its 404 (H-39, S-348, S-537).
import { unknownNetwork } from "../../../domain/network/nearest-network.ts";
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
  if (found === undefined) {
    const known = world.catalogue.byId(path.network_id) !== undefined;
    const fault = known
      ? `no asset ${path.asset} on network ${path.network_id}`
      : unknownNetwork(world.catalogue, path.network_id);
    throw new Problem("tenantNetworkNotFound", fault);
  }
  return found;
}
