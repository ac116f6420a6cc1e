// PATCH /networks/{network_id}/{asset}: enables or disables an asset of a network; again changes nothing (H-51, S-405).
import { switchTenantNetwork } from "../../../domain/network/tenant-network.ts";
import { presentTenantNetwork } from "../../../present/network.ts";
import type { Handler } from "../../handler.ts";
import { tenantNetworkOfPath } from "./tenant-network-of-path.ts";

export const updateTenantNetwork: Handler<"updateTenantNetwork"> = ({ path, body, tenant }, { world }) => {
  const found = tenantNetworkOfPath(world, tenant, path);
  return { status: 200, data: presentTenantNetwork(switchTenantNetwork(world, tenant.id, found, body.enabled)) };
};
