// What contract testing knows: it belongs to the process and not to a world, so that a reset or restore leaves it (C-10).
import type { AnnouncedEvent, DeliverySeen, WebhookObserver } from "./delivery-seen.ts";
import type { Observation, Observe } from "./observation.ts";
import { Recorder } from "./recorder/recorder.ts";
import type { RuleContext } from "./rules/rule.ts";
import { RULES } from "./rules/table.ts";
import { Strictness } from "./strict/strictness.ts";
import type { Wording } from "./wording.ts";

/** `now`: wall ms. `strictness`: nothing is left out without it. */
export type ContractOptions = RuleContext & { now(): number; strictness?: Strictness };

export class ContractState implements WebhookObserver {
  readonly strictness: Strictness;
  /** What changes finished answers and webhooks. */
  readonly wording: Wording;
  readonly recorder: Recorder;
  #calls = 0;
  readonly #listeners: Observe[] = [];

  constructor({ environment, now, strictness = new Strictness() }: ContractOptions) {
    this.strictness = strictness;
    this.wording = strictness;
    this.recorder = new Recorder(RULES, { environment }, now());
    this.listen((seen) => this.recorder.request(seen));
  }

  /** Passes every further observation to `listener`, after the earlier listeners. */
  listen(listener: Observe): void {
    this.#listeners.push(listener);
  }

  /** Names the calls of `/rpc` `rpc_000000000001`, … in the order of their ends. */
  readonly nextCallId = (): string => {
    this.#calls += 1;
    return `rpc_${String(this.#calls).padStart(12, "0")}`;
  };

  /** The one entrance of finished requests of every surface. */
  readonly observe: Observe = (observation: Observation): void => {
    for (const listener of this.#listeners) listener(observation);
  };

  /** The entrance of announced events, once each. */
  readonly announced = (event: AnnouncedEvent): void => this.recorder.announced(event);

  /** The entrance of finished attempts to deliver a webhook. */
  readonly delivered = (seen: DeliverySeen): void => this.recorder.delivery(seen);
}
