// GET /networks: every asset of every network with its enabled status (H-50, S-404).
import { listTenantNetworks as list } from "../../../domain/network/tenant-network.ts";
import { presentTenantNetwork } from "../../../present/network.ts";
import type { Handler } from "../../handler.ts";

export const listTenantNetworks: Handler<"listTenantNetworks"> = ({ query, tenant }, { world }) => {
  const { network_id: networkId, enabled: wanted } = query;
  const rows = list(world, tenant.id).filter(
    ({ network, enabled }) => (networkId ?? network.id) === network.id && (wanted ?? enabled) === enabled,
  );
  return { status: 200, data: rows.map(presentTenantNetwork) };
};
