// GET /networks/{network_id}/{asset}: whether an asset of a network is enabled (H-39, S-344…S-349).
import { presentTenantNetwork } from "../../../present/network.ts";
import type { Handler } from "../../handler.ts";
import { tenantNetworkOfPath } from "./tenant-network-of-path.ts";

export const getTenantNetwork: Handler<"getTenantNetwork"> = ({ path, tenant }, { world }) => ({
  status: 200,
  data: presentTenantNetwork(tenantNetworkOfPath(world, tenant, path)),
});
