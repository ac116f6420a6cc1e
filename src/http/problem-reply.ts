// Turns any thrown error into a reply: a Problem in its envelope, everything else as a 500 (K-12, R-206).
import type { IncomingMessage } from "node:http";
import { StorageFault } from "../db/storage-fault.ts";
import type { Log } from "../kernel/log.ts";
import { Problem, type ProblemName } from "../kernel/problem.ts";
import type { Operation } from "../spec/operations.ts";
import type { Reply, RequestContext } from "./request-context.ts";

/** The body of the error reply to `request`, ready to be serialised; `tenantId` is missing for a caller without a key. */
export type ErrorBody = (problem: Problem, tenantId?: string, request?: Pick<IncomingMessage, "url">) => object;

/** The headers of a problem as they are sent. */
export type ErrorHeaders = (problem: Problem, tenantId?: string) => Readonly<Record<string, string>>;

/** Exactly three members, nothing else (S-522…S-525). */
export const serviceErrorBody: ErrorBody = (problem) => ({
  success: false,
  code: problem.status,
  error: problem.text,
});

/** The client disconnected before it had sent its request: no answer can be sent. */
export class ClientGone extends Error {}

const MAX_DETAIL_LENGTH = 500;

export function problemReply(
  error: unknown,
  context: Pick<RequestContext, "request" | "requestId" | "operation" | "target" | "caller" | "injected">,
  dependencies: { log: Log; errorBody: ErrorBody; errorHeaders?: ErrorHeaders | undefined },
): Reply {
  const problem = error instanceof Problem ? error : new Problem("internalServerError");
  const facts = { requestId: context.requestId, operation: context.operation?.id };
  if (problem !== error && !(error instanceof ClientGone)) {
    dependencies.log.error({ ...facts, error }, "a request met a mistake of the sandbox");
  } else if (error instanceof StorageFault) {
    dependencies.log.error({ ...facts, code: error.code }, "the disk stopped a request");
  } else if (context.operation !== undefined && context.injected !== true && !isPromised(context.operation, problem)) {
    dependencies.log.error(
      { ...facts, status: problem.status },
      "an operation answers with a status its document does not name",
    );
  }
  const tenantId = context.caller?.tenant.id;
  const detail: Record<string, string> = problem.detail === "" ? {} : { "X-Sandbox-Error": headerText(problem.detail) };
  return {
    status: problem.status,
    text: JSON.stringify(dependencies.errorBody(problem, tenantId, context.request)),
    headers: { ...(dependencies.errorHeaders?.(problem, tenantId) ?? problem.headers), ...detail },
  };
}

/** These belong to no operation: the sandbox is stopping, or its world is being reset; strict mode refuses the operation (C-40). */
const UNPROMISED: readonly ProblemName[] = ["serviceUnavailable", "notImplemented"];

function isPromised(operation: Operation, { problem, status }: Problem): boolean {
  return operation.statuses.includes(status) || UNPROMISED.includes(problem);
}

/** A header holds printable ASCII only: anything else is written as an escape. */
export function headerText(text: string): string {
  const cut = text.length > MAX_DETAIL_LENGTH ? `${text.slice(0, MAX_DETAIL_LENGTH)}...` : text;
  return cut.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
