// What the flow stands on, plugged together in sandbox.ts.
import type { PrivateKeyAccount } from "viem/accounts";
import type { Chains } from "../chains/chain.ts";
import type { EventRow } from "../domain/outbox.ts";
import type { Environment } from "../domain/tenant/tenant.ts";
import type { World } from "../domain/world.ts";
import type { Instrument } from "../kernel/instrumentation.ts";
import type { Log } from "../kernel/log.ts";
import type { WallClock } from "../kernel/wall-clock.ts";

/** What is sent where; `alsoSecret` signs too while a rotation overlaps. The last two are wrong on purpose: signed in the past (seconds), cut after signing. */
export type WebhookInput = {
  url: string;
  id: string;
  body: string;
  secret: string;
  alsoSecret?: string;
  ageSeconds?: number;
  cut?: boolean;
};

export type WebhookResult = {
  ok: boolean;
  status: number | null;
  durationMs: number;
  error: string;
  response: string;
  headers: object;
  /** The answer's `Retry-After`, for endpoints that heed it. */
  retryAfter?: string | null;
};

/** One POST to a receiver; never throws (webhooks/send.ts). */
export type SendWebhook = (order: WebhookInput) => Promise<WebhookResult>;

export type FlowDependencies = {
  world: World;
  chains: Chains;
  environment: Environment;
  /** The account at a derivation path. */
  accountAt(path: string): PrivateKeyAccount;
  /** The exact bytes of an event's envelope (present/). */
  eventBody(event: EventRow): string;
  sendWebhook: SendWebhook;
  /** Real ms that a receiver may take, for attempts that only seem to hang; default 10,000. */
  webhookTimeoutMs?: number;
  wall: WallClock;
  log: Log;
  /** Told of blocks, jobs, events and attempts; nobody is without. */
  instrument?: Instrument;
  /** Steps that one journey may take before it is stopped as a runaway. */
  maxSteps?: number;
};
