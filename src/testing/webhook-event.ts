// Types of events and webhooks by event type, from the OpenAPI documents.
import type { components } from "../spec/admin.gen.ts";
import type { webhooks } from "../spec/served.gen.ts";

type BodyOf<Call> = Call extends { requestBody?: { content: { "application/json": infer Body } } } ? Body : never;

export type EventType = keyof webhooks;

/** What a webhook endpoint receives, of each event type: `type` tells them apart. */
export type WebhookEvent<T extends EventType = EventType> = { [K in T]: BodyOf<webhooks[K]["post"]> }[T];

/** The record in an event of a type. */
export type PayloadOf<T extends EventType> = WebhookEvent<T> extends { payload: infer Payload } ? Payload : never;

type EventRecord = components["schemas"]["Event"];

/** An event of the control API, of one type or of any. */
export type SandboxEvent<T extends EventType = EventType> = {
  [K in T]: Omit<EventRecord, "type" | "payload"> & { type: K; payload: PayloadOf<K> };
}[T];
