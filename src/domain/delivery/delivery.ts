// A delivery: one event on its way to one endpoint, and its attempts on the ladder (H-81).

export const DELIVERY_STATES = ["due", "sending", "delivered", "dead"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * `next_attempt_at` is virtual ms; null while another event of the group goes first, or at the end. `held_by` is the fault
 * that holds the next attempt back. The ladder began after `ladder_start` attempts: 0, or as many as there were at the replay.
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

/** What a delivery needs to know of its event. */
export type Announcement = { sequence: number; tenant_id: string; type: string; group_key: string };

/** Faults that put an attempt off instead of acting on what is sent. */
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
  /** The effect of the gate `webhook.delivery` that acted on it; "" = none. */
  fault: string;
};

/** The job that makes the next attempt; its ref is the delivery. */
export const DELIVER_JOB = "deliver";

/** One immediate attempt and five retries (S-509). */
export const MAX_ATTEMPTS = 6;

/** How the reason of a delivery begins that died since its ladder was at its end. */
export const ATTEMPTS_EXHAUSTED = `${MAX_ATTEMPTS} attempts failed`;
