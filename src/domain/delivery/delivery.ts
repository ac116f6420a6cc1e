// A delivery: one event for one endpoint, with its attempts (H-81).

export const DELIVERY_STATES = ["due", "sending", "delivered", "dead"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * `next_attempt_at` is virtual ms; null while another event of the group goes first, or at the end. `held_by` is the fault
 * that postpones the next attempt. The retry schedule began after `ladder_start` attempts: 0, or the count at the replay.
 */
export type DeliveryRow = {
  id: number;
  event_sequence: number;
  endpoint_id: string;
  group_key: string;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: number | null;
  held_by: "" | Hold;
  ladder_start: number;
  /** Why it is dead, in words; "" while it is not. */
  reason: string;
};

/** The data of an event that its deliveries need. */
export type Announcement = { sequence: number; tenant_id: string; type: string; group_key: string };

/** Faults that postpone an attempt instead of changing what is sent. */
export type Hold = "delay" | "reorder";

export type DeliveryAttemptRow = {
  delivery_id: number;
  number: number;
  at: number;
  headers: string;
  status: number | null;
  duration_ms: number | null;
  error: string;
  response: string;
  /** The effect of the gate `webhook.delivery` that was applied; "" = none. */
  fault: string;
};

/** The job that makes the next attempt; its ref is the delivery. */
export const DELIVER_JOB = "deliver";

/** One immediate attempt and five retries (S-509). */
export const MAX_ATTEMPTS = 6;

/** Prefix of the reason of a delivery that died after its last retry. */
export const ATTEMPTS_EXHAUSTED = `${MAX_ATTEMPTS} attempts failed`;

const FIRST_DELAY_MS = 10_000;
const LONGEST_DELAY_MS = 600_000;

/** Which rung of the ladder the next attempt is: 1 at first and after a replay, at most 6. */
export function nextRetryStep({ attempts, ladder_start }: Pick<DeliveryRow, "attempts" | "ladder_start">): number {
  return attempts - ladder_start + 1;
}

/** A receiver cannot put a delivery off for longer, whatever its `Retry-After` says. Virtual ms. */
export const MAX_RETRY_AFTER_MS = 86_400_000;

/** Virtual ms from the end of failed attempt `number` to the next: 10, 20, 40, 80, 160 s, capped at 10 min (S-510…S-517). */
export function retryDelayMs(number: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (number - 1), LONGEST_DELAY_MS);
}
