// The reading `unconfirmed_deposits`: whether a deposit is shown before it is confirmed (H-27).
import type { Readings } from "../../../contract/readings/readings.ts";

/** True when only confirmed deposits are shown. */
export function hidesUnconfirmed(readings: Readings, tenantId: string): boolean {
  if (readings.valueOf("unconfirmed_deposits", tenantId) !== "hidden") return false;
  readings.noteMet("unconfirmed_deposits", tenantId);
  return true;
}
