// Filter and sort fields of the list of payouts (H-68, S-433).
import type { ListRules } from "../filter.ts";
import { PAYOUT_STATUSES } from "./machine.ts";

export const PAYOUT_FIELDS: ListRules = {
  filterable: {
    vault_id: { column: "vault_id", kind: "text" },
    status: { column: "status", kind: PAYOUT_STATUSES },
    asset: { column: "symbol", kind: "folded" },
    network_symbol: { column: "network", kind: "lower" },
    reference_id: { column: "reference_id", kind: "text" },
    to_address: { column: "to_address", kind: "lower" },
    tx_id: { column: "tx_hash", kind: "lower" },
    created_at: { column: "created_at", kind: "time" },
    confirmed_at: { column: "confirmed_at", kind: "time" },
    expired_at: { column: "expires_at", kind: "time" },
  },
  sortable: {
    created_at: "created_at",
    confirmed_at: "confirmed_at",
    expired_at: "expires_at",
    status: "status",
    id: "id",
  },
  defaultSort: "created_at:desc",
};
