// Filter and sort fields of the lists of wallets (H-41, H-59, S-363…S-367, S-417).
import type { ListRules } from "../filter.ts";
import { networkColumn } from "../network/columns.ts";
import type { Catalogue } from "../network/network.ts";

/** The wallets of one owner (H-41). */
export function walletFields(catalogue: Catalogue): ListRules {
  const { network_id, address, network_symbol, id, created_at } = columnsOf(catalogue);
  return {
    filterable: { network_id, address, network_symbol, id, created_at },
    sortable: {
      created_at: "created_at",
      network_id: `cast(${network_id.column} as integer)`,
      address: "address",
      id: "id",
    },
    defaultSort: "created_at:desc",
  };
}

/** The wallets of all owners (H-59). */
export function assignedWalletFields(catalogue: Catalogue): ListRules {
  const { id, owner, address, network_id, network_symbol, created_at } = columnsOf(catalogue);
  return {
    filterable: { id, owner, address, network_id, network_symbol, created_at },
    sortable: {
      created_at: "created_at",
      owner: "owner",
      address: "address",
      network_id: `cast(${network_id.column} as integer)`,
      id: "id",
    },
    defaultSort: "created_at:desc",
  };
}

function columnsOf(catalogue: Catalogue) {
  return {
    id: { column: "id", kind: "text" },
    owner: { column: "owner", kind: "text" },
    address: { column: "address", kind: "lower" },
    network_id: { column: networkColumn(catalogue, (network) => network.id), kind: "text" },
    network_symbol: { column: "network", kind: "lower" },
    created_at: { column: "created_at", kind: "time" },
  } as const;
}
