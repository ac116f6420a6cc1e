// What contract testing knows: it belongs to the process and not to a world, so that a reset or restore leaves it (C-10).

import { Backlog } from "./backlog.ts";
import type { AnnouncedEvent, DeliverySeen, WebhookObserver } from "./delivery-seen.ts";
import type { Observation, Observe } from "./observation.ts";
import { Readings } from "./readings/readings.ts";
import type { Choices } from "./readings/table.ts";
import { Recorder } from "./recorder/recorder.ts";
import { RequestLog } from "./requests/request-log.ts";
import type { RuleContext } from "./rules/rule.ts";
import { RULES } from "./rules/table.ts";
import { Strictness } from "./strict/strictness.ts";

/** `now`: wall ms. `strictness`: nothing is left out without it. `readings`: what holds for all tenants from the start on. */
export type ContractOptions = RuleContext & {
  now(): number;
  /** Requests of each surface that the log keeps; 0 = none. */
  readonly requestLog: number;
  /** Keys and secrets of the start options: what is shown hides them. */
  readonly secrets: readonly (string | null)[];
  /** Called with the error of a listener: a request is answered whatever happens here. */
  readonly failed: (error: unknown) => void;
  readonly strictness?: Strictness;
  readonly readings?: Choices;
};

export class ContractState implements WebhookObserver {
  readonly strictness: Strictness;
  /** The readings of the specification that hold now. */
  readonly readings: Readings;
  readonly #recorder: Recorder;
  readonly #requests: RequestLog;
  readonly #toRecorder = new Backlog((seen) => this.#contained(() => this.#recorder.request(seen)));
  readonly #toLog = new Backlog((seen) => this.#contained(() => this.#requests.keep(seen)));
  readonly #keepsRequests: boolean;
  readonly #failed: (error: unknown) => void;
  readonly #listeners: Observe[] = [];

  constructor(options: ContractOptions) {
    const { environment, now, requestLog, secrets, strictness = new Strictness(), readings = {} } = options;
    this.#failed = options.failed;
    this.strictness = strictness;
    this.readings = new Readings(readings);
    this.#recorder = new Recorder(RULES, { environment }, now());
    this.#requests = new RequestLog(requestLog, secrets);
    this.#keepsRequests = requestLog > 0;
  }

  /** The recorder, which knows every request that was answered. It falls behind: whoever looks again asks again. */
  get recorder(): Recorder {
    this.#toRecorder.workOff();
    return this.#recorder;
  }

  /** The request log, which holds every request that was answered; as the recorder it falls behind. */
  get requests(): RequestLog {
    this.#toLog.workOff();
    return this.#requests;
  }

  /** Begins everything that is counted anew, for one tenant or for all; what is set stays. `at`: wall ms. */
  forget(at: number, tenantId?: string): void {
    this.recorder.forget(at, tenantId);
    this.strictness.forget(tenantId ?? null);
    this.readings.forgetMet(tenantId);
  }

  /** Another world takes the place of the present one; all that is known stays (C-10). `at`: wall ms. */
  worldEnded(at: number): void {
    this.#contained(() => this.recorder.worldEnded(at));
  }

  /** What holds for a tenant, or for all: readings that are not the default, and what strict mode leaves out. */
  setting(tenantId: string | undefined): { readings: Record<string, string>; strict: object | null } {
    return { readings: { ...this.readings.chosen(tenantId) }, strict: this.strictness.setting(tenantId ?? null) };
  }

  /** Passes every further observation to `listener` at once, after the earlier listeners. */
  listen(listener: Observe): void {
    this.#listeners.push(listener);
  }

  /** Names the calls of `/rpc` `rpc_000000000001`, … in the order of their ends. */
  readonly nextCallId = ids("rpc");
  /** Names the preflights of browsers `pre_000000000001`, …; an id of the service would change the ids of the calls after it. */
  readonly nextPreflightId = ids("pre");

  /** The one entrance of finished requests of every surface. */
  readonly observe: Observe = (observation: Observation): void => {
    this.#toRecorder.add(observation);
    if (this.#keepsRequests) this.#toLog.add(observation);
    // As `#contained`, without a function for each listener and request.
    for (const listener of this.#listeners)
      try {
        listener(observation);
      } catch (error) {
        this.#failed(error);
      }
  };

  /** The entrance of announced events, once each. */
  readonly announced = (event: AnnouncedEvent): void => this.#contained(() => this.#recorder.announced(event));

  /** The entrance of finished attempts to deliver a webhook. */
  readonly delivered = (seen: DeliverySeen): void => {
    this.#contained(() => this.recorder.delivery(seen));
    if (reachedReceiver(seen)) this.readings.noteSent(seen.eventId);
  };

  /** A mistake of ours in here is told, and ends nothing that a client waits for. */
  #contained(listen: () => void): void {
    try {
      listen();
    } catch (error) {
      this.#failed(error);
    }
  }
}

/** False when nothing was sent, and when nobody was there to take it: then it carried nothing to the client. */
function reachedReceiver({ sentAt, error }: DeliverySeen): boolean {
  return sentAt.length > 0 && !error.includes("ECONNREFUSED");
}

function ids(prefix: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}_${String(count).padStart(12, "0")}`;
  };
}
