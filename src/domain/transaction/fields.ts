// Filter and sort fields of the list of unified transactions (H-60, S-418).
import { WALLET_CATEGORIES } from "../address/address.ts";
import type { ListRules } from "../filter.ts";
import { networkColumn } from "../network/columns.ts";
import type { Catalogue } from "../network/network.ts";
import { TRANSACTION_STATUSES } from "./machine.ts";
import { TRANSACTION_SIDES, TRANSACTION_TYPES } from "./transaction.ts";

export function transactionFields(catalogue: Catalogue): ListRules {
  return {
    filterable: {
      id: { column: "id", kind: "text" },
      owner: { column: "owner", kind: "text" },
      source_id: { column: "source_id", kind: "text" },
      tx_id: { column: "tx_hash", kind: "lower" },
      type: { column: "type", kind: TRANSACTION_TYPES },
      side: { column: "side", kind: TRANSACTION_SIDES },
      status: { column: "status", kind: TRANSACTION_STATUSES },
      symbol: { column: "symbol", kind: "folded" },
      network_id: { column: networkColumn(catalogue, (network) => network.id), kind: "text" },
      network_symbol: { column: "network", kind: "lower" },
      contract_address: { column: "asset", kind: "lower" },
      from_address: { column: "from_address", kind: "lower" },
      to_address: { column: "to_address", kind: "lower" },
      from_wallet_category: { column: "from_category", kind: WALLET_CATEGORIES },
      to_wallet_category: { column: "to_category", kind: WALLET_CATEGORIES },
      memo: { column: "memo", kind: "text" },
      created_at: { column: "created_at", kind: "time" },
      updated_at: { column: "updated_at", kind: "time" },
      confirmed_at: { column: "confirmed_at", kind: "time" },
    },
    sortable: {
      created_at: "created_at",
      updated_at: "updated_at",
      confirmed_at: "confirmed_at",
      type: "type",
      status: "status",
      id: "id",
    },
    defaultSort: "created_at:desc",
  };
}
