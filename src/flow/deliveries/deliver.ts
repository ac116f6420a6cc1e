// One attempt of a delivery: written down, sent beside the loop, settled when it ends (H-81, R-130, R-131).
import { StorageFault } from "../../db/storage-fault.ts";
import { deliveryById } from "../../domain/delivery/store.ts";
import { overlapEnd, type WebhookEndpointRow } from "../../domain/webhook-endpoint/webhook-endpoint.ts";
import { required } from "../../kernel/assert.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import { ATTEMPT_TIMEOUT_MS } from "../../webhooks/send.ts";
import type { FlowDependencies, WebhookInput, WebhookResult } from "../dependencies.ts";
import { leased } from "./attempt-lease.ts";
import { type Claimed, claimAttempt, settleAttempt } from "./delivery-attempt.ts";
import { tampered, unsent } from "./delivery-fault.ts";
import { ReceiverWarnings } from "./receiver-warnings.ts";

/** An attempt that was made, and what came of it. */
type Made = { claimed: Claimed; result: WebhookResult };

/** Attempts at one endpoint, and the deliveries from `next` on that wait for one of these to end: a number each. */
type Lane = { running: number; waiting: number[]; next: number };

/** So many attempts at one endpoint at a time, whatever is due: its connections stay countable. */
const MOST_AT_ONCE = 50;

/** Starts attempts and knows which are under way; a slow receiver holds up nobody but itself. */
export class Deliverer {
  readonly #parts: FlowDependencies;
  readonly #underWay = new Set<Promise<void>>();
  readonly #lanes = new Map<string, Lane>();
  readonly #news: ReceiverWarnings;
  readonly #gone = Promise.withResolvers<void>();
  /** Made, and not written down yet: the disk did not take it. */
  readonly #unwritten: Made[] = [];
  /** Lanes whose next attempt the disk kept from being written down. */
  readonly #stalled = new Set<Lane>();
  readonly #onTrouble: () => void;
  #abandoned = false;
  #paused = false;

  /** `onTrouble`: told when `mend` has something to do. */
  constructor(parts: FlowDependencies, onTrouble: () => void = () => {}) {
    this.#parts = parts;
    this.#news = new ReceiverWarnings(parts);
    this.#onTrouble = onTrouble;
  }

  /** Makes the next attempt of a delivery, at once or when its endpoint has room for it; returns without waiting. */
  start(ref: string): void {
    const id = Number(ref);
    const { endpoint_id } = required(deliveryById(this.#parts.world.db, id), "delivery", { id });
    const lane = this.#lanes.get(endpoint_id) ?? { running: 0, waiting: [], next: 0 };
    this.#lanes.set(endpoint_id, lane);
    lane.waiting.push(id);
    this.#fill(lane);
  }

  /** True when the disk kept something from being written down that belongs there. */
  get needsRepair(): boolean {
    return !this.#abandoned && this.#unwritten.length + this.#stalled.size > 0;
  }

  /** Writes down what could not be written, and goes on. @throws StorageFault as long as the disk does not take it */
  repair(): void {
    for (let made = this.#unwritten[0]; made !== undefined; made = this.#unwritten[0]) {
      settleAttempt(this.#parts, made.claimed, made.result);
      this.#unwritten.shift();
    }
    for (const lane of this.#stalled) {
      this.#fillNow(lane);
      this.#stalled.delete(lane);
    }
  }

  /** Never throws for the disk: who fills a lane has other work to do, and `mend` comes back to it. */
  #fill(lane: Lane): void {
    try {
      this.#fillNow(lane);
    } catch (error) {
      if (!(error instanceof StorageFault)) throw error;
      this.#stalled.add(lane);
      this.#onTrouble();
    }
  }

  #fillNow(lane: Lane): void {
    while (!this.#abandoned && !this.#paused && lane.running < MOST_AT_ONCE) {
      const id = lane.waiting[lane.next];
      if (id === undefined) {
        [lane.waiting, lane.next] = [[], 0];
        return;
      }
      lane.next += 1;
      const claimed = this.#claim(lane, id);
      if (claimed !== undefined) this.#run(lane, claimed);
    }
  }

  #claim(lane: Lane, id: number): Claimed | undefined {
    try {
      return claimAttempt(this.#parts, id);
    } catch (error) {
      if (error instanceof StorageFault) lane.next -= 1;
      throw error;
    }
  }

  #run(lane: Lane, claimed: Claimed): void {
    lane.running += 1;
    const attempt = this.#perform(claimed)
      .catch((error: unknown) => {
        this.#parts.log.error({ error, delivery: claimed.delivery.id }, "a delivery met a mistake of the sandbox");
      })
      .finally(() => {
        lane.running -= 1;
        this.#underWay.delete(attempt);
        this.#fill(lane);
      });
    this.#underWay.add(attempt);
  }

  /** True while an attempt is under way. */
  get busy(): boolean {
    return this.#underWay.size > 0;
  }

  /** Attempts under way end unwritten: their world is going away. */
  abandon(): void {
    this.#abandoned = true;
    this.#gone.resolve();
  }

  /** Resolves when every attempt that is under way now has been settled, or none of them matters any more. */
  async idle(): Promise<void> {
    await Promise.race([Promise.all(this.#underWay), this.#gone.promise]);
  }

  /** Begins no attempt from now on and resolves when none is under way; what it answers lets them begin again. */
  async pause(): Promise<() => void> {
    this.#paused = true;
    while (this.busy && !this.#abandoned) await this.idle();
    return () => {
      this.#paused = false;
      for (const lane of this.#lanes.values()) this.#fill(lane);
    };
  }

  async #perform(claimed: Claimed): Promise<void> {
    failpoint("delivery.after_attempt_row");
    const result = await this.#send(claimed);
    failpoint("delivery.after_response");
    if (this.#abandoned) return;
    this.#news.ended(claimed, result);
    try {
      settleAttempt(this.#parts, claimed, result);
    } catch (error) {
      if (!(error instanceof StorageFault)) throw error;
      this.#unwritten.push({ claimed, result });
      this.#onTrouble();
    }
  }

  #secretsOf(endpoint: WebhookEndpointRow): Pick<WebhookInput, "secret" | "alsoSecret"> {
    const { secret, previous_secret, both_signatures } = endpoint;
    const overlaps = both_signatures === 1 && overlapEnd(endpoint, this.#parts.world.clock.now()) !== null;
    return overlaps ? { secret, alsoSecret: previous_secret } : { secret };
  }

  #leased(order: WebhookInput): Promise<WebhookResult> {
    const { wall, webhookTimeoutMs = ATTEMPT_TIMEOUT_MS, sendWebhook } = this.#parts;
    return leased(wall, webhookTimeoutMs, sendWebhook(order));
  }

  /** A sender that throws, against its promise, is a failed attempt and never a lost delivery. */
  async #send({ event, endpoint, fault }: Claimed): Promise<WebhookResult> {
    const body = required(event.body, "body of a drained event", { event: event.id });
    const order = tampered(fault, { url: endpoint.url, id: event.id, body, ...this.#secretsOf(endpoint) });
    try {
      const made = unsent(fault, this.#parts.webhookTimeoutMs);
      if (made !== undefined) return made;
      const result = await this.#leased(order);
      if (fault?.effect === "duplicate" && !this.#abandoned) await this.#leased(order);
      return result;
    } catch (error) {
      this.#parts.log.error({ error, event: event.id }, "sending a webhook met a mistake of the sandbox");
      return { ok: false, status: null, durationMs: 0, error: String(error), response: "", headers: {} };
    }
  }
}
