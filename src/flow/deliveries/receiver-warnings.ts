// What whoever runs the sandbox is told of a receiver that does not take webhooks: one line at warn, not one an attempt.
import { ATTEMPT_TIMEOUT_MS } from "../../webhooks/send.ts";
import type { FlowDependencies, WebhookResult } from "../dependencies.ts";
import type { Claimed } from "./delivery-attempt.ts";
import { isUnsent } from "./delivery-fault.ts";

const HANGS = "a receiver did not answer in time; a journey waits for it at each attempt: see --webhook-timeout";
const ONCE = "said once until it takes one";

const CHECK_SECRET =
  "check the secret: an endpoint that was registered without one has its own, shown in that answer alone; crypto-payment-sandbox verify names the mistake";
const CHECK_URL = "check the path of the URL that was registered";

/** What helps, by the answer. */
const STEPS: Readonly<Record<number, string>> = {
  401: CHECK_SECRET,
  403: CHECK_SECRET,
  404: CHECK_URL,
  405: CHECK_URL,
};

/** Remembers which endpoint it has spoken of; nothing of it is kept with the world. */
export class ReceiverWarnings {
  readonly #parts: FlowDependencies;
  readonly #hanging = new Set<string>();
  readonly #failing = new Set<string>();

  constructor(parts: FlowDependencies) {
    this.#parts = parts;
  }

  /** Takes note of how an attempt ended. What a fault has done is no news: somebody ordered it. */
  ended({ endpoint, fault }: Claimed, result: WebhookResult): void {
    if (isUnsent(fault)) return;
    if (result.ok) this.#failing.delete(endpoint.id);
    else if (this.#hung(result)) this.#tellHanging(endpoint);
    else if (fault === undefined) this.#tellFailing(endpoint, result);
  }

  #hung({ status, durationMs }: WebhookResult): boolean {
    return status === null && durationMs >= (this.#parts.webhookTimeoutMs ?? ATTEMPT_TIMEOUT_MS);
  }

  /** A receiver that hangs costs real time at every attempt, also on a journey: said once of each. */
  #tellHanging(endpoint: Claimed["endpoint"]): void {
    this.#failing.add(endpoint.id);
    if (this.#hanging.has(endpoint.id)) return;
    this.#hanging.add(endpoint.id);
    const { log, webhookTimeoutMs = ATTEMPT_TIMEOUT_MS } = this.#parts;
    log.warn({ endpoint: endpoint.id, at: originOf(endpoint), waitedMs: webhookTimeoutMs }, HANGS);
  }

  /** One that refuses, or is not there: the first time, and again after it took one meanwhile. */
  #tellFailing(endpoint: Claimed["endpoint"], { status, error }: WebhookResult): void {
    // Its policy switches it off at this answer, which has a line of its own.
    if (status === 410 && endpoint.heed_gone === 1) return;
    if (this.#failing.has(endpoint.id)) return;
    this.#failing.add(endpoint.id);
    const at = originOf(endpoint);
    const facts = { endpoint: endpoint.id, at, status, error };
    const [what, step] =
      status === null
        ? [`did not reach ${at}, ${error}`, "start your receiver, or correct the URL"]
        : [`was answered ${status} by ${at}`, stepOf(status, endpoint.id)];
    this.#parts.log.warn(facts, `a webhook ${what}: ${step} (${ONCE})`);
  }
}

function stepOf(status: number, endpoint: string): string {
  if (status >= 300 && status <= 399) return "redirects are not followed: register the URL that it leads to";
  return STEPS[status] ?? `see GET /admin/deliveries?endpoint_id=${endpoint}`;
}

/** Of a URL the path and the query may hold what is nobody's business. */
function originOf({ url }: Claimed["endpoint"]): string {
  return new URL(url).origin;
}
