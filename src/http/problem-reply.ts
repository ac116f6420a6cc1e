// Any error of any depth → the reply the client gets: a Problem in its envelope, everything else as a 500 (K-12, R-206).
import { StorageFault } from "../db/storage-fault.ts";
import type { Log } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import type { Operation } from "../spec/operations.ts";
import type { Reply, RequestContext } from "./request-context.ts";

/** The body of an error reply, ready to be serialised. */
export type ErrorBody = (problem: Problem) => object;

/** Exactly three members, nothing else (S-522…S-525). */
export const serviceErrorBody: ErrorBody = (problem) => ({
  success: false,
  code: problem.status,
  error: problem.text,
});

/** The client went away before it had sent its request: there is nobody to answer. */
export class ClientGone extends Error {}

const LONGEST_DETAIL = 500;

export function problemReply(
  error: unknown,
  exchange: Pick<RequestContext, "requestId" | "operation" | "target">,
  parts: { log: Log; errorBody: ErrorBody },
): Reply {
  const problem = error instanceof Problem ? error : new Problem("internalServerError");
  const facts = { requestId: exchange.requestId, operation: exchange.operation?.id };
  if (problem !== error && !(error instanceof ClientGone)) {
    parts.log.error({ ...facts, error }, "a request met a mistake of the sandbox");
  } else if (error instanceof StorageFault) {
    parts.log.error({ ...facts, code: error.code }, "the disk stopped a request");
  } else if (exchange.operation !== undefined && !isPromised(exchange.operation, problem)) {
    parts.log.error(
      { ...facts, status: problem.status },
      "an operation answers with a status its document does not name",
    );
  }
  const detail: Record<string, string> = problem.detail === "" ? {} : { "X-Sandbox-Error": headerText(problem.detail) };
  return {
    status: problem.status,
    text: JSON.stringify(parts.errorBody(problem)),
    headers: { ...problem.headers, ...detail },
  };
}

/** 503 belongs to no operation: the sandbox is stopping, or its world is being reset. */
function isPromised(operation: Operation, { problem, status }: Problem): boolean {
  return operation.statuses.includes(status) || problem === "serviceUnavailable";
}

/** A header holds printable ASCII only: anything else is written as an escape. */
export function headerText(text: string): string {
  const cut = text.length > LONGEST_DETAIL ? `${text.slice(0, LONGEST_DETAIL)}...` : text;
  return cut.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
