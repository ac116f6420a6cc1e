// What to do next, as calls of tools: from the hints of the sandbox (`held_back[].next`) and from where a list goes on (G-7).
import { isObject } from "../kernel/is-object.ts";
import { allOperations, type McpOperation } from "./operations.ts";
import type { Arguments, Data, NextCall, ToolRow } from "./tool.ts";

/** At most so many: a result is to be acted on. */
const MAX_NEXT = 5;
const CALL = /^(GET|POST|PUT|PATCH|DELETE) (\/admin\/\S+)(?: (\{.*\}))?$/;

/** The calls that release what is held back, wherever an answer names it; each once. */
export function heldBackCalls(data: Data, tools: readonly ToolRow[]): NextCall[] {
  const pending = isObject(data["pending"]) ? data["pending"]["held_back"] : undefined;
  const details = isObject(data["details"]) ? data["details"]["held_back"] : undefined;
  const reasons = [data["held_back"], pending, details].flatMap((list) => (Array.isArray(list) ? list : []));
  const calls = reasons.filter(isObject).flatMap(({ next, message }) => {
    const call = typeof next === "string" ? toolCall(next, tools) : undefined;
    return call === undefined ? [] : [{ ...call, why: String(message) }];
  });
  const byCall = new Map(calls.map((call) => [JSON.stringify([call.tool, call.arguments]), call]));
  return [...byCall.values()].slice(0, MAX_NEXT);
}

/** `POST /admin/clock/advance {"to":"…"}` as a call of a tool; one with a placeholder becomes a question about the operation. */
export function toolCall(text: string, tools: readonly ToolRow[]): Omit<NextCall, "why"> | undefined {
  const [, method, target = "", json = "{}"] = CALL.exec(text) ?? [];
  const [path = "", query = ""] = target.split("?");
  const found = [...allOperations().values()]
    .filter((operation) => operation.method === method)
    .map((operation) => ({ operation, values: valuesOf(operation, path) }))
    .find(({ values }) => values !== undefined);
  if (found?.values === undefined) return undefined;
  const { operation, values } = found;
  const body = objectOf(json);
  if (Object.values(values).some((value) => value.startsWith("{")) || body === undefined)
    return { tool: "describe_operation", arguments: { id: operation.id } };
  const given = { ...values, ...Object.fromEntries(new URLSearchParams(query)), ...body };
  const [tool, action] = toolOf(operation.id, tools) ?? [];
  if (tool !== undefined) return { tool, arguments: { ...(action === "" ? {} : { action }), ...given } };
  const parts = { path: values, query: Object.fromEntries(new URLSearchParams(query)), body };
  const filled = Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0);
  return { tool: "call_operation", arguments: { id: operation.id, ...Object.fromEntries(filled) } };
}

function toolOf(id: string, tools: readonly ToolRow[]): [tool: string, action: string | undefined] | undefined {
  for (const { name, actions } of tools)
    for (const [action, row] of Object.entries(actions))
      if (row.operation === id && row.run === undefined) return [name, action];
  return undefined;
}

/** The path parameters of a path that the template matches. */
function valuesOf({ path: template }: McpOperation, path: string): Record<string, string> | undefined {
  const pattern = template.replaceAll(/[.]/g, "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const match = new RegExp(`^${pattern}$`).exec(path);
  return match === null ? undefined : { ...match.groups };
}

function objectOf(json: string): Data | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The call for the next page of a list; none after one that is known to be the last. */
export function pageCall(tool: string, args: Arguments, data: Data): NextCall[] {
  const { items, next_before: before, next_after: after } = data;
  if (!Array.isArray(items) || items.length === 0) return [];
  const oldestFirst = args["order"] === "oldest" || (before === undefined && after !== undefined);
  // Whether there are newer ones is not known where the cursor is never null: a page that was cut to fit is shorter than its limit, too.
  if (oldestFirst && after !== null && after !== undefined)
    return [{ tool, arguments: { ...args, after }, why: "newer ones, if there are any" }];
  if (oldestFirst || before === null || before === undefined) return [];
  return [{ tool, arguments: { ...args, before }, why: "older ones" }];
}
