// The readings of errors: `error_text`, whose words may be others, and `retry_after`, a header that a 429 may lack (H-74, H-75).
import type { Readings } from "../../contract/readings/readings.ts";
import { type ErrorBody, type ErrorHeaders, serviceErrorBody } from "../problem-reply.ts";

/** Other words by status; none of them is a text of the catalogue. */
const OTHER_WORDS: Readonly<Record<number, string>> = {
  400: "The request could not be accepted",
  401: "Authentication failed",
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

/** The bodies and headers of errors as the readings say that hold for a tenant. */
export function errorsAsRead(readings: Readings): { errorBody: ErrorBody; errorHeaders: ErrorHeaders } {
  return {
    errorBody(problem, tenantId) {
      const body = serviceErrorBody(problem, tenantId);
      if (readings.valueOf("error_text", tenantId) !== "other") return body;
      readings.noteMet("error_text", tenantId);
      return { ...body, error: OTHER_WORDS[problem.status] ?? OTHER };
    },
    errorHeaders({ status, headers }, tenantId) {
      if (status !== 429 || readings.valueOf("retry_after", tenantId) !== "absent") return headers;
      const { "Retry-After": left, ...others } = headers;
      if (left !== undefined) readings.noteMet("retry_after", tenantId);
      return others;
    },
  };
}
