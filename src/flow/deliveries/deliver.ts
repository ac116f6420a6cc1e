// Delivery attempts: stored, sent beside the loop, settled when they end (H-81, R-130, R-131).
import { StorageFault } from "../../db/storage-fault.ts";
import { deliveryById } from "../../domain/delivery/store.ts";
import { required } from "../../kernel/assert.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import type { FlowDependencies, WebhookResult } from "../dependencies.ts";
import { type Claimed, settleAttempt } from "./delivery-attempt.ts";
import { comesAgain } from "./delivery-readings.ts";
import { claimTurn, type EndpointQueue, mostAtOnce, newQueue, type Turn } from "./endpoint-turn.ts";
import { ReceiverWarnings } from "./receiver-warnings.ts";
import { sendAgain, sendAttempt } from "./send-delivery.ts";

/** An ended attempt and its result. */
type EndedAttempt = { claimed: Claimed; result: WebhookResult };

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
    const queue = this.#queues.get(endpoint_id) ?? newQueue(this.#dependencies, endpoint_id);
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
    while (!this.#abandoned && !this.#paused && queue.running < mostAtOnce(this.#dependencies, queue.tenantId)) {
      const id = queue.waiting[queue.next];
      if (id === undefined) {
        [queue.waiting, queue.next] = [[], 0];
        return;
      }
      queue.next += 1;
      const { claimed, isStillDue } = this.#claim(queue, id);
      if (isStillDue) queue.next -= 1;
      if (claimed !== undefined) this.#run(queue, claimed);
    }
  }

  #claim(queue: EndpointQueue, id: number): Turn {
    try {
      return claimTurn(this.#dependencies, queue.tenantId, id);
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
    const isClosed = () => this.#abandoned;
    const result = await sendAttempt(this.#dependencies, claimed, isClosed);
    failpoint("delivery.after_response");
    if (this.#abandoned) return;
    this.#warnings.ended(claimed, result);
    try {
      settleAttempt(this.#dependencies, claimed, result);
      if (comesAgain(this.#dependencies, claimed, result)) await sendAgain(this.#dependencies, claimed);
    } catch (error) {
      if (!(error instanceof StorageFault)) throw error;
      this.#unwritten.push({ claimed, result });
      this.#onRepairNeeded();
    }
  }
}
