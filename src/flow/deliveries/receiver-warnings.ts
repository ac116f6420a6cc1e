// Log warnings about receivers that do not accept webhooks: a line per endpoint and reason, at most one a minute, not one per attempt.
import { stepAfter } from "../../webhooks/receiver-advice.ts";
import { ATTEMPT_TIMEOUT_MS } from "../../webhooks/send.ts";
import type { FlowDependencies, WebhookResult } from "../dependencies.ts";
import type { Claimed } from "./delivery-attempt.ts";
import { isUnsent } from "./delivery-fault.ts";

const HANGS = "a receiver did not answer in time; time travel waits for it at each attempt: see --webhook-timeout";
const ONCE = "logged once until it accepts one, at most once a minute";

/** Real time between two lines about one endpoint and reason: a receiver that fails now and then does not fill the log. */
const QUIET_MS = 60_000;

/** Beyond this number of endpoints and reasons all are forgotten, and may be named again. */
const MAX_NAMED = 1_000;

/** Remembers the endpoints already warned about, in memory only. */
export class ReceiverWarnings {
  readonly #dependencies: FlowDependencies;
  readonly #hanging = new Set<string>();
  readonly #failing = new Set<string>();
  /** By endpoint and reason: when the last line was logged (monotonic real ms), and failures since then that had none. */
  readonly #named = new Map<string, { at: number; unnamed: number }>();

  constructor(dependencies: FlowDependencies) {
    this.#dependencies = dependencies;
  }

  /** Records the end of an attempt. An attempt that a fault replaced causes no warning: the operator requested it. */
  ended({ endpoint, fault }: Claimed, result: WebhookResult): void {
    if (isUnsent(fault) || (fault?.effect === "answer-lost" && result.timedOut !== true)) return;
    if (result.ok) this.#failing.delete(endpoint.id);
    else if (result.timedOut === true) this.#warnHanging(endpoint);
    else if (fault === undefined) this.#warnFailing(endpoint, result);
  }

  /** A receiver that times out costs real time at every attempt, also during time travel: warned about once per endpoint. */
  #warnHanging(endpoint: Claimed["endpoint"]): void {
    this.#failing.add(endpoint.id);
    if (this.#hanging.has(endpoint.id)) return;
    this.#hanging.add(endpoint.id);
    const { log, webhookTimeoutMs = ATTEMPT_TIMEOUT_MS } = this.#dependencies;
    log.warn({ endpoint: endpoint.id, at: originOf(endpoint), waitedMs: webhookTimeoutMs }, HANGS);
  }

  /** A receiver that refuses or is unreachable: warned about at the first failure, and again after a success and a quiet minute. */
  #warnFailing(endpoint: Claimed["endpoint"], { status, error }: WebhookResult): void {
    // The endpoint's policy disables it at this status, which has a log line of its own.
    if (status === 410 && endpoint.heed_gone === 1) return;
    const key = `${endpoint.id} ${status ?? "unreached"}`;
    const unnamed = this.#countUnnamed(key, !this.#failing.has(endpoint.id));
    this.#failing.add(endpoint.id);
    if (unnamed === undefined) return;
    const at = originOf(endpoint);
    const facts = { endpoint: endpoint.id, at, status, error };
    const [what, step] =
      status === null
        ? [`did not reach ${at}, ${error}`, "start your receiver, or correct the URL"]
        : [`was answered ${status} by ${at}`, stepOf(status, endpoint.id)];
    const more = unnamed === 0 ? "" : `; ${unnamed} more failed so since the last line`;
    this.#dependencies.log.warn(facts, `a webhook ${what}: ${step} (${ONCE}${more})`);
  }

  /** Failures without a line since the last one, if a line is due now; else undefined, and this one is counted. */
  #countUnnamed(key: string, isNew: boolean): number | undefined {
    const now = this.#dependencies.wall.monotonic();
    const named = this.#named.get(key);
    if (named !== undefined && (!isNew || now - named.at < QUIET_MS)) {
      named.unnamed += 1;
      return undefined;
    }
    if (named === undefined && !isNew) return undefined;
    if (this.#named.size >= MAX_NAMED) this.#named.clear();
    this.#named.set(key, { at: now, unnamed: 0 });
    return named?.unnamed ?? 0;
  }
}

function stepOf(status: number, endpoint: string): string {
  return stepAfter(status) ?? `see GET /admin/deliveries?endpoint_id=${endpoint}`;
}

/** Path and query of a URL may contain secrets. */
function originOf({ url }: Claimed["endpoint"]): string {
  return new URL(url).origin;
}
