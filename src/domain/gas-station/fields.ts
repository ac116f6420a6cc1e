// Filter and sort fields of the list of gas stations (H-72, S-440).
import type { ListRules } from "../filter.ts";
import { networkColumn } from "../network/columns.ts";
import type { Catalogue } from "../network/network.ts";

export function gasStationFields(catalogue: Catalogue): ListRules {
  const networkId = networkColumn(catalogue, (network) => network.id);
  return {
    filterable: {
      id: { column: "id", kind: "text" },
      address: { column: "address", kind: "lower" },
      network_id: { column: networkId, kind: "text" },
      network_symbol: { column: "network", kind: "lower" },
    },
    sortable: { network_id: `cast(${networkId} as integer)`, address: "address", id: "id" },
    defaultSort: "network_id:asc",
  };
}
