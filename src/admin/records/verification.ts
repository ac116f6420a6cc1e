// Whether the signature of each attempt verifies, and by which secret of its endpoint (D-17).
import { allEndpoints } from "../../domain/webhook-endpoint/store.ts";
import type { WebhookEndpointRow } from "../../domain/webhook-endpoint/webhook-endpoint.ts";
import type { World } from "../../domain/world.ts";
import type { components } from "../../spec/admin.gen.ts";
import { header, verifyWebhook } from "../../webhooks/sign.ts";

type Delivery = components["schemas"]["Delivery"];
export type Verification = components["schemas"]["AttemptVerification"];

/** Of each attempt of a delivery: as a receiver finds it at the time that the attempt names. */
export function verificationsOf({ db }: World, { attempts, body, endpoint_id }: Delivery): Verification[] {
  const endpoint = allEndpoints(db).find(({ id }) => id === endpoint_id);
  return attempts.map((attempt) => verificationOf(attempt, body, endpoint));
}

function verificationOf(
  { headers, fault }: Delivery["attempts"][number],
  body: string | null,
  endpoint: WebhookEndpointRow | undefined,
): Verification {
  const received = headers as Record<string, string>;
  const timestamp = header(received, "webhook-timestamp");
  if (timestamp === null || body === null) return { ok: false, reason: "not-sent", signed_by: "none" };
  const verify = (secret: string) => verifyWebhook({ secret, headers: received, body, nowSeconds: Number(timestamp) });
  const current = verify(endpoint?.secret ?? "");
  const previous =
    endpoint === undefined || endpoint.previous_secret === "" ? current : verify(endpoint.previous_secret);
  const signed_by = current.ok ? "current" : previous.ok ? "previous" : "none";
  // The bytes that were sent end before those that were signed, and the age is that of another time.
  if (fault === "truncate") return { ok: false, reason: "body-cut-off", signed_by };
  if (fault === "stale-timestamp") return { ok: false, reason: "timestamp-too-old", signed_by };
  if (current.ok || previous.ok) return { ok: true, reason: null, signed_by };
  return { ok: false, reason: current.reason, signed_by };
}
