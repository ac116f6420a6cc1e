// The reading `unconfirmed_deposits`: whether a deposit is shown before it is confirmed (H-27).
import type { Readings } from "../../../contract/readings/readings.ts";

/** True when only confirmed deposits are shown. */
export function hidesUnconfirmed(readings: Readings, tenantId: string): boolean {
  return readings.valueOf("unconfirmed_deposits", tenantId) === "hidden";
}

/**
 * What `find` gives: without unconfirmed deposits where they are hidden. The reading is met only when that made a difference.
 * @param differ of the two results, the first without the hidden ones
 */
export function asShown<T>(
  readings: Readings,
  tenantId: string,
  find: (confirmedOnly: boolean) => T,
  differ: (shown: T, all: T) => boolean,
): T {
  if (!hidesUnconfirmed(readings, tenantId)) return find(false);
  const shown = find(true);
  if (differ(shown, find(false))) readings.noteMet("unconfirmed_deposits", tenantId);
  return shown;
}
