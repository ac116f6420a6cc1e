// The dependencies of the flow, provided by the composition root in runtime/.
import type { PrivateKeyAccount } from "viem/accounts";
import type { Chains } from "../chains/chain.ts";
import type { WebhookObserver } from "../contract/delivery-seen.ts";
import type { Readings } from "../contract/readings/readings.ts";
import type { AnnouncedEvent, EventBody } from "../domain/outbox.ts";
import type { Environment } from "../domain/tenant/tenant.ts";
import type { World } from "../domain/world.ts";
import type { Instrument } from "../kernel/instrumentation.ts";
import type { Log } from "../kernel/log.ts";
import type { WallClock } from "../kernel/wall-clock.ts";

/**
 * One webhook request; `alsoSecret` adds a second signature during a secret rotation. `ageSeconds`, `cut` and `unsigned` are
 * faults: an old timestamp, a body cut after signing, and no signature at all. `signedAtSeconds` (Unix, wall clock; default: now) makes two
 * requests carry one signature.
 */
export type WebhookInput = {
  url: string;
  id: string;
  body: string;
  secret: string;
  alsoSecret?: string;
  ageSeconds?: number;
  signedAtSeconds?: number;
  cut?: boolean;
  unsigned?: boolean;
};

export type WebhookResult = {
  ok: boolean;
  status: number | null;
  durationMs: number;
  /** Real ms that it took, where `durationMs` is what a fault pretends. */
  tookMs?: number;
  /** The time limit ended the attempt, not the receiver. */
  timedOut?: boolean;
  error: string;
  response: string;
  headers: object;
  /** Wall ms at which each copy was sent; without it nothing was. */
  sentAt?: readonly number[];
  /** The `Retry-After` header of the response, for endpoints that honour it. */
  retryAfter?: string | null;
};

/** Sends one POST to a receiver; never throws (webhooks/send.ts). */
export type SendWebhook = (input: WebhookInput) => Promise<WebhookResult>;

export type FlowDependencies = {
  world: World;
  chains: Chains;
  environment: Environment;
  /** The account at a derivation path. */
  accountAt(path: string): PrivateKeyAccount;
  /** The exact bytes of an event's envelope (present/). */
  eventBody(event: AnnouncedEvent): EventBody;
  /** The envelope of an event of a type that the service does not have (present/). */
  addedEventBody(event: Pick<AnnouncedEvent, "id" | "time" | "micros"> & { type: string }): EventBody;
  /** How the specification is read where it leaves something open. */
  readings: Readings;
  sendWebhook: SendWebhook;
  /** Real ms that a receiver may take before the attempt times out; default 10,000. */
  webhookTimeoutMs?: number;
  wall: WallClock;
  log: Log;
  /** Receives instrumentation events of blocks, jobs, outbox events and delivery attempts. */
  instrument?: Instrument;
  /** Is told of announced events and finished attempts. */
  contract?: WebhookObserver;
  /** Maximum steps of one time travel before it is stopped. */
  maxSteps?: number;
};
