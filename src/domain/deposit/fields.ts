// Filter and sort fields of the list of deposits (H-46, S-399, S-400).
import { WALLET_CATEGORIES } from "../address/address.ts";
import type { ListRules } from "../filter.ts";
import { assetColumn, networkColumn } from "../network/columns.ts";
import { type Catalogue, NATIVE } from "../network/network.ts";

/** `time` is the time of the block, stored in seconds and compared in milliseconds. */
export function depositFields(catalogue: Catalogue): ListRules {
  const networkId = networkColumn(catalogue, (network) => network.id);
  return {
    filterable: {
      id: { column: "id", kind: "text" },
      tx_id: { column: "tx_hash", kind: "lower" },
      owner: { column: "owner", kind: "text" },
      network_id: { column: networkId, kind: "text" },
      network_symbol: { column: "network", kind: "lower" },
      symbol: { column: "symbol", kind: "folded" },
      asset: { column: assetColumn(catalogue, (asset) => asset.name), kind: "text" },
      contract_address: { column: "asset", kind: "lower" },
      from_address: { column: "from_address", kind: "lower" },
      to_address: { column: "to_address", kind: "lower" },
      from_wallet_category: { column: "from_category", kind: WALLET_CATEGORIES },
      to_wallet_category: { column: "to_category", kind: WALLET_CATEGORIES },
      is_token_transfer: { column: `(asset <> '${NATIVE}')`, kind: "boolean" },
      block_number: { column: "block_height", kind: "integer" },
      time: { column: "block_time * 1000", kind: "time" },
    },
    sortable: {
      time: "block_time",
      id: "id",
      block_number: "block_height",
      symbol: "symbol",
      network_id: `cast(${networkId} as integer)`,
      owner: "owner",
    },
    defaultSort: "time:desc",
  };
}
