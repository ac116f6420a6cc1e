// GET /networks/list: networks grouped by category, each with whether the tenant may use it (H-49, S-403).
import { NETWORK_CATEGORIES } from "../../../domain/network/network.ts";
import { isNetworkEnabled } from "../../../domain/tenant/store.ts";
import { presentNetworkGroup } from "../../../present/network.ts";
import type { Handler } from "../../handler.ts";
import { targetedNetworks } from "./targeted-networks.ts";

export const listNetworksByCategory: Handler<"listNetworksByCategory"> = ({ tenant }, { world, view }) => {
  const rows = targetedNetworks(world).map((row) => ({
    ...row,
    enabled: isNetworkEnabled(world.db, tenant.id, row.network.symbol),
  }));
  const groups = NETWORK_CATEGORIES.map((category) => ({
    category,
    networks: rows.filter(({ network }) => network.category === category),
  }));
  const held = groups.filter(({ networks }) => networks.length > 0);
  return { status: 200, data: held.map(({ category, networks }) => presentNetworkGroup(view, category, networks)) };
};
