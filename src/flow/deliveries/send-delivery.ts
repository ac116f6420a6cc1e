// What goes over the network in one attempt: nothing, one request, or two; and which answer counts.
import { sentBody } from "../../domain/outbox.ts";
import { overlapEnd, type WebhookEndpointRow } from "../../domain/webhook-endpoint/webhook-endpoint.ts";
import { sleep } from "../../kernel/wall-clock.ts";
import { ATTEMPT_TIMEOUT_MS } from "../../webhooks/send.ts";
import type { FlowDependencies, WebhookInput, WebhookResult } from "../dependencies.ts";
import { leased } from "./attempt-lease.ts";
import type { Claimed } from "./delivery-attempt.ts";
import { answerLost, apartMs, tampered, unsent } from "./delivery-fault.ts";

/**
 * The result of the attempt under its fault. `isClosed` tells that the world was closed meanwhile: then nothing more is sent.
 * A sender that throws, against its contract, is a failed attempt and never a lost delivery.
 */
export async function sendAttempt(
  dependencies: FlowDependencies,
  claimed: Claimed,
  isClosed: () => boolean,
): Promise<WebhookResult> {
  const sentAt: number[] = [];
  const sendWebhook: FlowDependencies["sendWebhook"] = (webhook) => {
    sentAt.push(dependencies.wall.now());
    return dependencies.sendWebhook(webhook);
  };
  const result = await sendUnderFault({ ...dependencies, sendWebhook }, claimed, isClosed);
  return { ...result, sentAt };
}

async function sendUnderFault(
  dependencies: FlowDependencies,
  claimed: Claimed,
  isClosed: () => boolean,
): Promise<WebhookResult> {
  const { event, endpoint, fault } = claimed;
  const url = endpoint.url;
  const webhook = tampered(fault, { url, id: event.id, body: sentBody(event), ...secretsOf(dependencies, endpoint) });
  try {
    const ended = unsent(fault, dependencies.webhookTimeoutMs);
    if (ended !== undefined) return ended;
    if (fault?.effect === "at-once") return await sendTwiceAtOnce(dependencies, webhook, apartMs(fault), isClosed);
    const result = await send(dependencies, webhook);
    if (fault?.effect === "duplicate" && !isClosed()) await send(dependencies, webhook);
    return fault?.effect === "answer-lost" ? answerLost(result, dependencies.webhookTimeoutMs) : result;
  } catch (error) {
    dependencies.log.error({ error, event: event.id }, "sending a webhook failed with an internal error");
    return { ok: false, status: null, durationMs: 0, error: String(error), response: "", headers: {} };
  }
}

/** Sends a webhook again that was accepted. Its answer does not count: the delivery has ended. A second later, so that it is signed anew. */
export async function sendAgain(dependencies: FlowDependencies, { event, endpoint }: Claimed): Promise<void> {
  const again = { url: endpoint.url, id: event.id, body: sentBody(event), ageSeconds: -1 };
  await send(dependencies, { ...again, ...secretsOf(dependencies, endpoint) }).catch((error: unknown) => {
    dependencies.log.error({ error, event: event.id }, "sending a webhook again failed with an internal error");
  });
}

/**
 * Two requests with the same bytes and signature, the second `byMs` real ms after the first. The answer that comes first counts; the
 * attempt ends with both, so that no work of the receiver is left when the world is at rest.
 */
async function sendTwiceAtOnce(
  dependencies: FlowDependencies,
  webhook: WebhookInput,
  byMs: number,
  isClosed: () => boolean,
): Promise<WebhookResult> {
  const { wall } = dependencies;
  const signed = { ...webhook, signedAtSeconds: Math.floor(wall.now() / 1_000) };
  const one = send(dependencies, signed);
  const two = sleep(wall, byMs, { unref: true }).then(() => (isClosed() ? one : send(dependencies, signed)));
  const [first] = await Promise.all([Promise.race([one, two]), one, two]);
  return first;
}

function send(
  { wall, webhookTimeoutMs = ATTEMPT_TIMEOUT_MS, sendWebhook }: FlowDependencies,
  webhook: WebhookInput,
): Promise<WebhookResult> {
  return leased(wall, webhookTimeoutMs, sendWebhook(webhook));
}

function secretsOf(
  { world }: FlowDependencies,
  endpoint: WebhookEndpointRow,
): Pick<WebhookInput, "secret" | "alsoSecret"> {
  const { secret, previous_secret, both_signatures } = endpoint;
  const overlaps = both_signatures === 1 && overlapEnd(endpoint, world.clock.now()) !== null;
  return overlaps ? { secret, alsoSecret: previous_secret } : { secret };
}
