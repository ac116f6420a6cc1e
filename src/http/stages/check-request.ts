// Checks path, query, headers and body of a request against its operation, in this order (K-2, K-10, K-13, K-14).
import type { Readings } from "../../contract/readings/readings.ts";
import { required } from "../../kernel/assert.ts";
import { Problem } from "../../kernel/problem.ts";
import { cleanBody } from "../../spec/body.ts";
import type { OpenApiDocument } from "../../spec/document.ts";
import { ignoredInBody, ignoredInQuery } from "../../spec/ignored.ts";
import { type Operation, problemOf } from "../../spec/operations.ts";
import { readPath } from "../../spec/path-parameter.ts";
import { type OnClamp, readQuery } from "../../spec/query.ts";
import { stringFault } from "../../spec/text.ts";
import type { Difference, Validators } from "../../spec/validators.ts";
import type { RequestContext, Stage } from "../request-context.ts";
import { warnOfIgnored } from "../warning.ts";

/** Stores a checked copy of everything a handler may read in `input`. */
export function checkRequest(document: OpenApiDocument, validators: Validators, readings?: Readings): Stage {
  return (context) => {
    // Of POST /uda for an owner that has one nothing else is read.
    if (context.input !== undefined) return;
    const operation = required(context.operation, "the operation of a routed request");
    warnOfIgnored(context, ignoredIn(operation, context, document));
    const path = readPath(operation, context.target.path);
    const { values, filter, sort } = readQuery(operation, context.target.search, onClamp(context, readings));
    const lists = { ...(operation.takesFilter ? { filter } : {}), ...(operation.takesSort ? { sort } : {}) };
    const headers = readHeaders(operation, context);
    const body = readChecked(operation, context.rawBody, document, validators);
    context.input = { path, query: { ...values, ...lists }, headers, body };
  };
}

/** The reading `out_of_range`: a `limit` beyond the most is refused, or taken as the most (K-9). */
function onClamp({ caller }: RequestContext, readings: Readings | undefined): OnClamp | undefined {
  const tenantId = caller?.tenant.id;
  if (readings?.valueOf("out_of_range", tenantId) !== "clamped") return undefined;
  return () => readings.noteMet("out_of_range", tenantId);
}

/** In the order of the header: the query's names, then the members of the body. */
function ignoredIn(operation: Operation, { target, rawBody }: RequestContext, document: OpenApiDocument): string[] {
  const inBody = operation.body === undefined ? [] : ignoredInBody(document, operation.body.schema, rawBody);
  return [...ignoredInQuery(operation, target.search), ...inBody];
}

function readHeaders(operation: Operation, { requestHeaders }: RequestContext): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, schema, required } of operation.headerParameters) {
    const value = requestHeaders[name.toLowerCase()];
    if (value === undefined && !required) continue;
    const fault = typeof value === "string" ? stringFault(schema, value) : "is missing or sent more than once";
    if (typeof value !== "string" || fault !== undefined)
      throw new Problem(operation.refusals.header, `${name} ${fault}`);
    headers[name] = value;
  }
  return headers;
}

function readChecked(operation: Operation, raw: unknown, document: OpenApiDocument, validators: Validators): unknown {
  if (operation.body === undefined || raw === undefined) return undefined;
  const differences = validators.body(operation)(raw);
  if (differences.length > 0) throw refusal(operation, differences);
  return cleanBody(document, operation.body.schema, raw);
}

/** A member with an error text of its own (an amount) is refused with it only when nothing else is wrong. */
function refusal(operation: Operation, differences: readonly Difference[]): Problem {
  const [first] = differences;
  const special = differences.every(({ mismatch }) => mismatch !== undefined) ? problemOf(first?.mismatch) : undefined;
  const detail = differences
    .slice(0, 3)
    .map(({ at, says }) => `${at.replace(/^\//, "").replaceAll("/", ".")}: ${says}`);
  return new Problem(special ?? operation.refusals.body, detail.join("; "));
}
