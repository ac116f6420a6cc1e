// Filter and sort fields of the list of payouts (H-68, S-433).
import type { ListRules } from "../filter.ts";
import { PAYOUT_STATUSES } from "./machine.ts";

/** The status of a payout as a list shows it that counts a rejected one as failed. */
const STATUS_OF_REJECTED = `case when status = 'expired' and exists (select 1 from transaction_record t
  where t.id = payout.transaction_id and t.status = 'rejected') then 'failed' else status end`;

/** The rules of a list in which a rejected payout counts as failed, to filter and to sort by. */
export function withRejectedAsFailed(rules: ListRules): ListRules {
  return {
    ...rules,
    filterable: { ...rules.filterable, status: { column: STATUS_OF_REJECTED, kind: PAYOUT_STATUSES } },
    sortable: { ...rules.sortable, status: STATUS_OF_REJECTED },
  };
}

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
