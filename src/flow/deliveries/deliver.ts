// Delivery attempts: stored, sent beside the loop, settled when they end (H-81, R-130, R-131).
import { StorageFault } from "../../db/storage-fault.ts";
import { deliveryById } from "../../domain/delivery/store.ts";
import { sentBody } from "../../domain/outbox.ts";
import { overlapEnd, type WebhookEndpointRow } from "../../domain/webhook-endpoint/webhook-endpoint.ts";
import { required } from "../../kernel/assert.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import { ATTEMPT_TIMEOUT_MS } from "../../webhooks/send.ts";
import type { FlowDependencies, WebhookInput, WebhookResult } from "../dependencies.ts";
import { leased } from "./attempt-lease.ts";
import { type Claimed, claimAttempt, settleAttempt } from "./delivery-attempt.ts";
import { tampered, unsent } from "./delivery-fault.ts";
import { comesAgain } from "./delivery-readings.ts";
import { ReceiverWarnings } from "./receiver-warnings.ts";
import { sendCopies } from "./send-copies.ts";

/** An ended attempt and its result. */
type EndedAttempt = { claimed: Claimed; result: WebhookResult };

/** Running attempts at one endpoint, and the ids of deliveries that wait (from index `next` on) for one of them to end. */
type EndpointQueue = { running: number; waiting: number[]; next: number };

/** Maximum concurrent attempts at one endpoint, so that its connections are bounded. */
const MAX_CONCURRENT_ATTEMPTS = 50;

/** Starts attempts and tracks the running ones; a slow receiver delays only its own deliveries. */
export class Deliverer {
  readonly #dependencies: FlowDependencies;
  readonly #underWay = new Set<Promise<void>>();
  readonly #queues = new Map<string, EndpointQueue>();
  readonly #warnings: ReceiverWarnings;
  readonly #abandonment = Promise.withResolvers<void>();
  /** Ended attempts whose result a storage fault kept from being stored. */
  readonly #unwritten: EndedAttempt[] = [];
  /** Queues whose next attempt a storage fault kept from being stored. */
  readonly #stalled = new Set<EndpointQueue>();
  readonly #onRepairNeeded: () => void;
  #abandoned = false;
  #paused = false;

  /** `onRepairNeeded`: called when `repair` has something to do. */
  constructor(dependencies: FlowDependencies, onRepairNeeded: () => void = () => {}) {
    this.#dependencies = dependencies;
    this.#warnings = new ReceiverWarnings(dependencies);
    this.#onRepairNeeded = onRepairNeeded;
  }

  /** Starts the next attempt of a delivery, at once or when its endpoint has capacity; returns without waiting. */
  start(ref: string): void {
    const id = Number(ref);
    const { endpoint_id } = required(deliveryById(this.#dependencies.world.db, id), "delivery", { id });
    const queue = this.#queues.get(endpoint_id) ?? { running: 0, waiting: [], next: 0 };
    this.#queues.set(endpoint_id, queue);
    queue.waiting.push(id);
    this.#startNext(queue);
  }

  /** True when a storage fault kept an attempt or its result from being stored. */
  get needsRepair(): boolean {
    return !this.#abandoned && this.#unwritten.length + this.#stalled.size > 0;
  }

  /** Stores what could not be stored, and continues. @throws StorageFault as long as storage fails */
  repair(): void {
    for (let ended = this.#unwritten[0]; ended !== undefined; ended = this.#unwritten[0]) {
      settleAttempt(this.#dependencies, ended.claimed, ended.result);
      this.#unwritten.shift();
    }
    for (const queue of this.#stalled) {
      this.#startNextOrThrow(queue);
      this.#stalled.delete(queue);
    }
  }

  /** Never throws for a storage fault: the caller has other work to do, and `repair` tries again. */
  #startNext(queue: EndpointQueue): void {
    try {
      this.#startNextOrThrow(queue);
    } catch (error) {
      if (!(error instanceof StorageFault)) throw error;
      this.#stalled.add(queue);
      this.#onRepairNeeded();
    }
  }

  #startNextOrThrow(queue: EndpointQueue): void {
    while (!this.#abandoned && !this.#paused && queue.running < MAX_CONCURRENT_ATTEMPTS) {
      const id = queue.waiting[queue.next];
      if (id === undefined) {
        [queue.waiting, queue.next] = [[], 0];
        return;
      }
      queue.next += 1;
      const claimed = this.#claim(queue, id);
      if (claimed !== undefined) this.#run(queue, claimed);
    }
  }

  #claim(queue: EndpointQueue, id: number): Claimed | undefined {
    try {
      return claimAttempt(this.#dependencies, id);
    } catch (error) {
      if (error instanceof StorageFault) queue.next -= 1;
      throw error;
    }
  }

  #run(queue: EndpointQueue, claimed: Claimed): void {
    queue.running += 1;
    const attempt = this.#perform(claimed)
      .catch((error: unknown) => {
        this.#dependencies.log.error(
          { error, delivery: claimed.delivery.id },
          "a delivery failed with an internal error",
        );
      })
      .finally(() => {
        queue.running -= 1;
        this.#underWay.delete(attempt);
        this.#startNext(queue);
      });
    this.#underWay.add(attempt);
  }

  /** True while an attempt is running. */
  get busy(): boolean {
    return this.#underWay.size > 0;
  }

  /** Running attempts end without being stored: their world is closed. */
  abandon(): void {
    this.#abandoned = true;
    this.#abandonment.resolve();
  }

  /** Resolves when every attempt running now is settled, or when the deliverer is abandoned. */
  async idle(): Promise<void> {
    await Promise.race([Promise.all(this.#underWay), this.#abandonment.promise]);
  }

  /** Starts no attempt from now on; returns a function that resumes. */
  hold(): () => void {
    this.#paused = true;
    return () => {
      this.#paused = false;
      for (const queue of this.#queues.values()) this.#startNext(queue);
    };
  }

  async #perform(claimed: Claimed): Promise<void> {
    failpoint("delivery.after_attempt_row");
    const result = await this.#send(claimed);
    failpoint("delivery.after_response");
    if (this.#abandoned) return;
    this.#warnings.ended(claimed, result);
    try {
      settleAttempt(this.#dependencies, claimed, result);
      if (comesAgain(this.#dependencies, claimed, result)) await this.#sendAgain(claimed);
    } catch (error) {
      if (!(error instanceof StorageFault)) throw error;
      this.#unwritten.push({ claimed, result });
      this.#onRepairNeeded();
    }
  }

  /** The answer does not count: the delivery has ended. One second later, so that it is signed anew. */
  async #sendAgain({ event, endpoint }: Claimed): Promise<void> {
    const again = { url: endpoint.url, id: event.id, body: sentBody(event), ageSeconds: -1 };
    await this.#leased({ ...again, ...this.#secretsOf(endpoint) }).catch((error: unknown) => {
      this.#dependencies.log.error({ error, event: event.id }, "sending a webhook again failed with an internal error");
    });
  }

  #secretsOf(endpoint: WebhookEndpointRow): Pick<WebhookInput, "secret" | "alsoSecret"> {
    const { secret, previous_secret, both_signatures } = endpoint;
    const overlaps = both_signatures === 1 && overlapEnd(endpoint, this.#dependencies.world.clock.now()) !== null;
    return overlaps ? { secret, alsoSecret: previous_secret } : { secret };
  }

  #leased(webhook: WebhookInput): Promise<WebhookResult> {
    const { wall, webhookTimeoutMs = ATTEMPT_TIMEOUT_MS, sendWebhook } = this.#dependencies;
    return leased(wall, webhookTimeoutMs, sendWebhook(webhook));
  }

  /** A sender that throws, against its contract, is a failed attempt and never a lost delivery. */
  async #send({ event, endpoint, fault }: Claimed): Promise<WebhookResult> {
    const body = sentBody(event);
    const webhook = tampered(fault, { url: endpoint.url, id: event.id, body, ...this.#secretsOf(endpoint) });
    try {
      const ended = unsent(fault, this.#dependencies.webhookTimeoutMs);
      if (ended !== undefined) return ended;
      const isWanted = (): boolean => !this.#abandoned;
      return await sendCopies(this.#dependencies.wall, fault, () => this.#leased(webhook), isWanted);
    } catch (error) {
      this.#dependencies.log.error({ error, event: event.id }, "sending a webhook failed with an internal error");
      return { ok: false, status: null, durationMs: 0, error: String(error), response: "", headers: {} };
    }
  }
}
