// The input of the signature explainer, and what both of its halves read from it.

import type { ReceivedHeaders } from "../sign.ts";
import type { MistakeId } from "./mistakes.ts";

/** A secret of the sandbox and whose it is; no endpoint has the one that the start prints, unless `--webhook` gave it one. */
export type KnownSecret = { secret: string; tenantId: string; endpointId: string | null; previous: boolean };
/** One that an endpoint has or had. */
export type EndpointSecret = KnownSecret & { endpointId: string };

/** The event of the webhook as it was really sent: its exact body, and the attempts with their own timestamps. */
export type SentFacts = {
  body: string;
  attempts: readonly { timestamp: string; signature: string }[];
};

export type ExplainInput = {
  /** As received, text in UTF-8. */
  body: string;
  headers: ReceivedHeaders;
  /** The secret of the receiver; null = try the known ones. */
  secret: string | null;
  /** The signature that the receiver's code computed; null = check only what was received. */
  computed: string | null;
  /** The receiver's clock when it arrived, Unix seconds. */
  receivedAtSeconds: number;
  /** Most likely first: those of the endpoints that received this event. */
  known: readonly KnownSecret[];
  sent: SentFacts | null;
};

/** How a secret of the sandbox relates to the one that signed. */
export function relation(one: KnownSecret, signedBy: KnownSecret | null): MistakeId {
  if (one.endpointId === null) return "secret-of-the-start";
  if (one.endpointId === signedBy?.endpointId) return "secret-rotated";
  return signedBy === null || one.tenantId === signedBy.tenantId
    ? "secret-of-another-endpoint"
    : "secret-of-another-tenant";
}

/** Id and time of a body that is an envelope; null where missing. */
export function envelopeOf(body: string): { id: string | null; time: string | null } {
  try {
    const { id, time } = JSON.parse(body) as Record<string, unknown>;
    return { id: typeof id === "string" ? id : null, time: typeof time === "string" ? time : null };
  } catch {
    return { id: null, time: null };
  }
}
