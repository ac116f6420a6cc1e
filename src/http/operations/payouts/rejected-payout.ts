// The reading `rejected_payout`: the status of a payout that was rejected (H-22, H-69).
import type { Readings } from "../../../contract/readings/readings.ts";
import type { ListRules } from "../../../domain/filter.ts";
import { withRejectedAsFailed } from "../../../domain/payout/fields.ts";
import type { PayoutRow } from "../../../domain/payout/payout.ts";
import { transactionById } from "../../../domain/transaction/store.ts";
import type { World } from "../../../domain/world.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { presentPayout } from "../../../present/payout.ts";
import type { components } from "../../../spec/service.gen.ts";

/** The payout as answers show it: under `failed` a rejected one has that status and a reason. The record itself stays expired. */
export function shownPayout(row: PayoutRow, world: World, readings: Readings): components["schemas"]["Payout"] {
  if (row.status !== "expired" || readings.valueOf("rejected_payout", row.tenant_id) !== "failed")
    return presentPayout(row);
  const transaction = transactionById(world.db, row.transaction_id);
  if (transaction?.status !== "rejected") return presentPayout(row);
  readings.noteMet("rejected_payout", row.tenant_id);
  return presentPayout({ ...row, status: "failed", error: reasonIn(transaction.meta) });
}

function reasonIn(meta: string | null): string {
  const facts: unknown = JSON.parse(meta ?? "null");
  const reason = isObject(facts) ? facts["reject_reason"] : undefined;
  return typeof reason === "string" ? `rejected: ${reason}` : "rejected";
}

/** The fields of the list: its status is the one that is shown. */
export function payoutRules(rules: ListRules, readings: Readings, tenantId: string): ListRules {
  return readings.valueOf("rejected_payout", tenantId) === "failed" ? withRejectedAsFailed(rules) : rules;
}
