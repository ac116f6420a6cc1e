// Path parameters: one segment of the URL, decoded once and checked for form, before anything is looked up (K-2).
import { Problem } from "../kernel/problem.ts";
import type { Operation } from "./operations.ts";
import { stringFault } from "./text.ts";

/**
 * The parameters of a raw (still encoded) path that matched the operation's template. Throws the operation's own
 * refusal when a segment is malformed; a well-formed but unknown id is the handler's 404.
 */
export function readPath(operation: Operation, rawPath: string): Record<string, string> {
  const segments = rawPath.split("/");
  const values: Record<string, string> = {};
  for (const [index, part] of operation.path.split("/").entries()) {
    if (!part.startsWith("{")) continue;
    const name = part.slice(1, -1);
    const parameter = operation.pathParameters.find((candidate) => candidate.name === name);
    const value = decoded(segments[index] ?? "");
    const fault = value === undefined ? "has a broken %-escape" : stringFault(parameter?.schema ?? {}, value);
    if (value === undefined || fault !== undefined) throw new Problem(operation.refusals.path, `${name} ${fault}`);
    values[name] = value;
  }
  return values;
}

/** A %-decoded text, or undefined when the escapes are broken or not UTF-8. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
