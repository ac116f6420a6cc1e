// A delivery: one event on its way to one endpoint, and its attempts on the ladder (H-81).

export const DELIVERY_STATES = ["due", "sending", "delivered", "dead"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** `next_attempt_at` is virtual ms; null while another event of the group goes first, or at the end. */
export type DeliveryRow = {
  id: number;
  event_sequence: number;
  endpoint_id: string;
  group_key: string;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: number | null;
};

export type DeliveryAttemptRow = {
  delivery_id: number;
  number: number;
  at: number;
  headers: string;
  status: number | null;
  duration_ms: number | null;
  error: string;
  response: string;
};

/** The job that makes the next attempt; its ref is the delivery. */
export const DELIVER_JOB = "deliver";

/** One immediate attempt and five retries (S-509). */
export const MOST_ATTEMPTS = 6;

const FIRST_DELAY_MS = 10_000;
const LONGEST_DELAY_MS = 600_000;

/** Virtual ms from the end of failed attempt `number` to the next: 10, 20, 40, 80, 160 s, capped at 10 min (S-510…S-517). */
export function retryDelayMs(number: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (number - 1), LONGEST_DELAY_MS);
}
