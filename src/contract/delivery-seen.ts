// What contract testing sees of webhooks: an announced event, and each finished attempt to deliver one.

/** An event that was announced to a tenant; it may have no receiver. */
export type AnnouncedEvent = { readonly tenantId: string; readonly type: string };

/** One finished attempt of a delivery. */
export type DeliverySeen = {
  readonly deliveryId: number;
  readonly tenantId: string;
  readonly endpointId: string;
  /** The `webhook-id`: equal for all attempts and repetitions of an event. */
  readonly eventId: string;
  readonly type: string;
  readonly resourceId: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Wall ms of its end. */
  readonly at: number;
  /** Virtual ms. */
  readonly clock: number;
  readonly durationMs: number;
  /** Wall ms at which it was sent: twice where a fault duplicated it, never where nothing was sent. */
  readonly sentAt: readonly number[];
  /** Null when there was no answer. */
  readonly status: number | null;
  /** Why there was none; empty otherwise. */
  readonly error: string;
  /** `faulted`: nothing was sent, because of a fault. */
  readonly outcome: "delivered" | "refused" | "unanswered" | "faulted";
  /** Effect of the fault that the attempt met, such as `wrong-secret`; null without one. */
  readonly fault: string | null;
};

/** Who is told of them. It is called outside of every transaction, never throws and never waits. */
export type WebhookObserver = {
  announced(event: AnnouncedEvent): void;
  delivered(seen: DeliverySeen): void;
};
