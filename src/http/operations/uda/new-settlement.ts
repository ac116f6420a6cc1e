// The reading `new_settlement`: the status that a settlement has before a provider accepted its route (H-25).
import type { Readings } from "../../../contract/readings/readings.ts";
import type { SettlementRow } from "../../../domain/settlement/settlement.ts";

/** The row as answers show it; the record itself stays `created`. */
export function shownSettlement(row: SettlementRow, readings: Readings): SettlementRow {
  if (row.status !== "created" || readings.valueOf("new_settlement", row.tenant_id) !== "routing") return row;
  readings.noteMet("new_settlement", row.tenant_id);
  return { ...row, status: "routing" };
}
