// Writes the header X-Sandbox-Provenance into the answers that operations make (C-03).
import { PROVENANCE_HEADER, provenanceOf } from "../contract/provenance/provenance-header.ts";
import { sentMembers } from "../contract/provenance/sent-members.ts";
import type { ProblemName } from "../kernel/problem.ts";
import type { RequestContext } from "./request-context.ts";

/** Answers that no operation made, although its path was found. */
const BEFORE_OPERATION: ReadonlySet<ProblemName | undefined> = new Set<ProblemName>([
  ...(["missingOrInvalidApiKey", "rateLimitExceeded", "serviceUnavailable"] as const),
]);

/** Called with each reply of the service before it is sent; it changes nothing but that header. */
export function markProvenance(context: RequestContext): void {
  const { operation, reply, problem, injected, cut, target, requestHeaders, rawBody } = context;
  if (operation === undefined || reply === undefined || injected === true || cut !== undefined) return;
  if (BEFORE_OPERATION.has(problem?.problem)) return;
  context.sent = sentMembers({ operation, search: target.search, requestHeaders, requestBody: rawBody });
  context.replyHeaders[PROVENANCE_HEADER] = provenanceOf(operation, context.sent, reply.status, answerOf(context));
}

/** The envelope as an object; undefined for an error. A text that was worded otherwise, or stored, is read again. */
function answerOf({ reply, answer }: RequestContext): unknown {
  if (reply === undefined || reply.status >= 300 || reply.text === "") return undefined;
  return answer ?? JSON.parse(reply.text);
}
