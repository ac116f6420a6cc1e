// The signature explainer: compares what a receiver got and computed with everything this world has sent and knows.

import { storedTenant } from "../../domain/default-tenant.ts";
import { attemptsOfEvent } from "../../domain/delivery/store.ts";
import { eventById, sentBody } from "../../domain/outbox.ts";
import { allEndpoints } from "../../domain/webhook-endpoint/store.ts";
import type { WebhookEndpointRow } from "../../domain/webhook-endpoint/webhook-endpoint.ts";
import type { World } from "../../domain/world.ts";
import { parseTime } from "../../kernel/clock.ts";
import { Problem } from "../../kernel/problem.ts";
import type { components } from "../../spec/admin.gen.ts";
import { type Explanation, explain } from "../../webhooks/explain/explain.ts";
import { envelopeOf, type KnownSecret, type SentFacts } from "../../webhooks/explain/explain-input.ts";
import { header, type ReceivedHeaders } from "../../webhooks/sign.ts";
import type { AdminHandlers } from "../handler.ts";

/** What this world knows of the event: how it was sent, to which endpoints, and the faults of the attempts by their signature. */
type Trail = { sent: SentFacts; endpoints: Set<string>; faults: Map<string, string> };

export const signatureHandlers: Pick<AdminHandlers, "explainSignature"> = {
  explainSignature: ({ flow: { world }, wall }, { body: { body, headers, secret, computed, received_at } }) => {
    const trail = trailOf(world, header(headers, "webhook-id")) ?? trailOf(world, envelopeOf(body).id);
    const receivedAtMs = received_at === undefined ? wall.now() : parseTime(received_at);
    if (receivedAtMs === null)
      throw new Problem(
        "invalidRequest",
        "received_at is not an RFC 3339 date-time with an offset: leave it out for now",
      );
    const explanation = explain({
      ...{ body, headers, secret: secret ?? null, computed: computed ?? null },
      receivedAtSeconds: receivedAtMs / 1_000,
      known: knownSecrets(world, trail?.endpoints ?? new Set()),
      sent: trail?.sent ?? null,
    });
    return view(explanation, trail === undefined ? null : faultOf(trail, headers));
  },
};

function trailOf({ db }: World, id: string | null): Trail | undefined {
  const event = id === null ? undefined : eventById(db, id);
  if (event === undefined || event.body === null) return undefined;
  const rows = attemptsOfEvent(db, event.sequence);
  const attempts = rows.flatMap(({ headers, fault }) => {
    const { "webhook-timestamp": timestamp, "webhook-signature": signature } = JSON.parse(headers) as Record<
      string,
      string
    >;
    return timestamp === undefined || signature === undefined ? [] : [{ timestamp, signature, fault }];
  });
  return {
    sent: { body: sentBody(event), attempts },
    endpoints: new Set(rows.map(({ endpoint_id }) => endpoint_id)),
    faults: new Map(attempts.map(({ signature, fault }) => [signature, fault])),
  };
}

/** The secret of each endpoint, then those before a rotation; endpoints that got the event come first, the printed default secret last. */
function knownSecrets({ db }: World, recipients: ReadonlySet<string>): KnownSecret[] {
  const endpoints = allEndpoints(db);
  const ordered = [
    ...endpoints.filter(({ id }) => recipients.has(id)),
    ...endpoints.filter(({ id }) => !recipients.has(id)),
  ];
  const owned = ordered.flatMap((row) => [
    known(row, row.secret, false),
    ...(row.previous_secret === "" ? [] : [known(row, row.previous_secret, true)]),
  ]);
  const { tenantId, webhookSecret: secret } = storedTenant(db);
  if (owned.some((one) => one.secret === secret)) return owned;
  return [...owned, { secret, tenantId, endpointId: null, previous: false }];
}

function known({ id, tenant_id }: WebhookEndpointRow, secret: string, previous: boolean): KnownSecret {
  return { secret, tenantId: tenant_id, endpointId: id, previous };
}

function faultOf({ faults }: Trail, headers: ReceivedHeaders): string | null {
  return faults.get(header(headers, "webhook-signature") ?? "") || null;
}

const NOTHING = {
  valid: ["nothing is wrong: the signature is that of the body, the timestamp and the secret", "nothing"],
  unexplained: [
    "no secret of this sandbox and no usual mistake gives this signature",
    "send the raw body and all three headers of one request, and the secret your receiver holds; after a reset, events of the previous world are unknown",
  ],
} as const;

function view(
  { verdict, mistakes, signedBy }: Explanation,
  fault: string | null,
): components["schemas"]["Explanation"] {
  const [says, todo] = NOTHING[verdict === "valid" ? "valid" : "unexplained"];
  const found = mistakes.map(({ id, explanation, todo: what_to_do }) => ({ id, explanation, what_to_do }));
  const join = (texts: string[], otherwise: string): string => [...new Set(texts)].join("; ") || otherwise;
  return {
    verdict,
    mistake: found.length > 1 ? "several" : (found[0]?.id ?? null),
    explanation: join([...found.map((one) => one.explanation), ...(verdict === "unexplained" ? [says] : [])], says),
    what_to_do: join([...found.map((one) => one.what_to_do), ...(verdict === "unexplained" ? [todo] : [])], todo),
    mistakes: found,
    signed_by:
      signedBy === null
        ? null
        : { tenant_id: signedBy.tenantId, endpoint_id: signedBy.endpointId, previous: signedBy.previous },
    fault,
  };
}
