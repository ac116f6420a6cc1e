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
  /** The id of the fault that holds it back, or held it back last; "" for a reading. */
  held_fault: string;
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
  /** The fault with this effect; "" for none, and for what a reading of the specification did. */
  fault_id: string;
};

/** The job that makes the next attempt; its ref is the delivery. */
export const DELIVER_JOB = "deliver";

/** One immediate attempt and five retries (S-509). */
export const MAX_ATTEMPTS = 6;

/** Prefix of the reason of a delivery that died after its last retry. */
export const ATTEMPTS_EXHAUSTED = `${MAX_ATTEMPTS} attempts failed`;
