// The readings of errors: `error_text`, whose words may be others, and `retry_after`, a header that a 429 may lack (H-74, H-75).
import type { Readings } from "../../contract/readings/readings.ts";
import { type ErrorBody, type ErrorHeaders, serviceErrorBody } from "../problem-reply.ts";
import { isOfService } from "../request-target.ts";

/** Other words by status; none of them is a text of the catalogue. */
const OTHER_WORDS: Readonly<Record<number, string>> = {
  400: "The request could not be accepted",
  401: "Authentication failed",
  403: "Access is not allowed from here",
  404: "There is no such resource",
  405: "This method cannot be used here",
  409: "A resource with this reference exists already",
  413: "The request is too large",
  415: "This content type cannot be used here",
  429: "Too many requests, slow down",
  500: "Something went wrong on our side",
  502: "An upstream service did not answer",
  503: "The service is not available now",
};
const OTHER = "The request could not be completed";

/** The words of an error under the reading; undefined where it keeps its own. */
function textAsRead(readings: Readings, { status }: { status: number }, tenantId?: string): string | undefined {
  if (readings.valueOf("error_text", tenantId) !== "other") return undefined;
  readings.noteMet("error_text", tenantId);
  return OTHER_WORDS[status] ?? OTHER;
}

/**
 * The words of an error that is answered before a request reaches the service: what is asked for below `/v1` has them from the readings
 * that hold for all, whoever refuses it. `url`: undefined where it is not known.
 */
export function earlyText(
  readings: Readings,
  { url = "/v1" }: { url?: string | undefined },
  { status, text }: { status: number; text: string },
): string {
  return (isOfService(url) ? textAsRead(readings, { status }) : undefined) ?? text;
}

/** The bodies of errors in pipelines that answer before the service, or what it does not serve. */
export function earlyErrorBody(readings: Readings): ErrorBody {
  return (problem, _, request) => ({
    ...serviceErrorBody(problem),
    error: earlyText(readings, request ?? {}, problem),
  });
}

/** The bodies and headers of errors as the readings say that hold for a tenant. */
export function errorsAsRead(readings: Readings): { errorBody: ErrorBody; errorHeaders: ErrorHeaders } {
  return {
    errorBody(problem, tenantId) {
      const text = textAsRead(readings, problem, tenantId);
      return text === undefined ? serviceErrorBody(problem, tenantId) : { ...serviceErrorBody(problem), error: text };
    },
    errorHeaders({ status, headers }, tenantId) {
      if (status !== 429 || readings.valueOf("retry_after", tenantId) !== "absent") return headers;
      const { "Retry-After": left, ...others } = headers;
      if (left !== undefined) readings.noteMet("retry_after", tenantId);
      return others;
    },
  };
}
