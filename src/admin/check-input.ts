// Checks path, query and body of a request to the control API: unknown members are refused, never ignored.

import type { Stage } from "../http/request-context.ts";
import { required } from "../kernel/assert.ts";
import { Problem } from "../kernel/problem.ts";
import { type OpenApiDocument, resolve, type Schema } from "../spec/document.ts";
import type { Operation } from "../spec/operations.ts";
import { readPath } from "../spec/path-parameter.ts";
import { readQuery } from "../spec/query.ts";
import type { Validators } from "../spec/validators.ts";

/** Puts the checked values into `input`, with the defaults of the document. Null is kept: some members give it a meaning. */
export function checkRequest(document: OpenApiDocument, validators: Validators): Stage {
  return (context) => {
    const operation = required(context.operation, "the operation of a routed request");
    const { path, search } = context.target;
    refuseUnknownParameters(operation, search);
    const { values } = readQuery(operation, search);
    const body = checkedBody(document, validators, operation, context.rawBody);
    context.input = { path: readPath(operation, path), query: values, headers: {}, body };
  };
}

function refuseUnknownParameters(operation: Operation, search: string): void {
  const known = operation.queryParameters.map(({ name }) => name);
  const stray = [...new URLSearchParams(search).keys()].find((name) => !known.includes(name));
  if (stray !== undefined) throw unknownMember("invalidQueryParameters", stray, known);
}

function checkedBody(document: OpenApiDocument, validators: Validators, operation: Operation, raw: unknown): unknown {
  if (operation.body === undefined) return undefined;
  const schema = resolve(document, operation.body.schema);
  const sent = raw ?? {};
  refuseUnknownMembers(schema, sent);
  const [first] = validators.body(operation)(sent);
  if (first !== undefined) throw new Problem("invalidRequest", `${first.at.replace(/^\//, "")} ${first.says}`);
  return { ...defaultsOf(schema), ...sent };
}

function refuseUnknownMembers(schema: Schema, sent: object): void {
  if (schema.additionalProperties !== false) return;
  const known = Object.keys(schema.properties ?? {});
  const stray = Object.keys(sent).find((name) => !known.includes(name));
  if (stray !== undefined) throw unknownMember("invalidRequest", stray, known);
}

function defaultsOf({ properties = {} }: Schema): Record<string, unknown> {
  const members = Object.entries(properties).filter(([, member]) => member.default !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, member.default]));
}

function unknownMember(
  problem: "invalidRequest" | "invalidQueryParameters",
  name: string,
  known: readonly string[],
): Problem {
  const choice = known.length === 0 ? "leave it out, there are none" : `known are ${known.join(", ")}`;
  return new Problem(problem, `unknown member ${JSON.stringify(name)}: ${choice}`, {
    details: { unknown: name, known },
  });
}
