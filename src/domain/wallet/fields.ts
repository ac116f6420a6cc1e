// What the lists of wallets can be filtered and sorted by (H-41, S-363…S-367).
import type { ListRules } from "../filter.ts";
import { networkColumn } from "../network/columns.ts";
import type { Catalogue } from "../network/network.ts";

export function walletFields(catalogue: Catalogue): ListRules {
  const networkId = networkColumn(catalogue, (network) => network.id);
  return {
    filterable: {
      network_id: { column: networkId, kind: "text" },
      address: { column: "address", kind: "lower" },
      network_symbol: { column: "network", kind: "lower" },
      id: { column: "id", kind: "text" },
      created_at: { column: "created_at", kind: "time" },
    },
    sortable: {
      created_at: "created_at",
      network_id: `cast(${networkId} as integer)`,
      address: "address",
      id: "id",
    },
    defaultSort: "created_at:desc",
  };
}
