// When a failed webhook attempt is repeated: the delays between the attempts of a delivery, in virtual ms (S-509…S-517, H-81).
import type { DeliveryRow } from "./delivery.ts";

const FIRST_DELAY_MS = 10_000;
const MAX_DELAY_MS = 600_000;

/** A receiver cannot delay a delivery for longer, whatever its `Retry-After` says. Virtual ms. */
export const MAX_RETRY_AFTER_MS = 86_400_000;

/** The number of the next attempt in the schedule: 1 for a new delivery and after a replay, at most 6. */
export function nextRetryStep({ attempts, ladder_start }: Pick<DeliveryRow, "attempts" | "ladder_start">): number {
  return attempts - ladder_start + 1;
}

/** Virtual ms from the end of failed attempt `number` to the next: 10, 20, 40, 80, 160 s, capped at 10 min (S-510…S-517). */
export function retryDelayMs(number: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (number - 1), MAX_DELAY_MS);
}
