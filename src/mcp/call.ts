// Makes one call of an operation: puts each argument where it belongs, and turns a refusal into an error of the tool.
import { isObject } from "../kernel/is-object.ts";
import type { McpOperation } from "./operations.ts";
import { type Arguments, type Ask, type Data, type Reply, ToolFault } from "./tool.ts";

export type CallInput = { path?: Arguments; query?: Arguments; body?: unknown };

/** The parts of a call whose arguments, all of which the operation takes, stand side by side. */
export function inputOf(operation: McpOperation, args: Arguments): CallInput {
  const parts = { path: {} as Data, query: {} as Data, body: {} as Data };
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined) continue;
    const place = operation.places.find((one) => one.name === name);
    parts[place === undefined ? "body" : place.in][name] = value;
  }
  return operation.body === undefined ? { path: parts.path, query: parts.query } : parts;
}

/** The names of everything that an operation takes. */
export function argumentsOf({ places, body }: McpOperation): string[] {
  return [...places.map(({ name }) => name), ...Object.keys(body?.properties ?? {})];
}

/**
 * Calls the operation and returns what it answered: the `data` of the control API, the envelope of the service without its first words.
 * @throws ToolFault for a missing part of the path, and for everything that the sandbox refuses, in its own words
 */
export async function callOperation(operation: McpOperation, parts: CallInput, ask: Ask): Promise<Data> {
  const path = withQuery(filled(operation, parts.path ?? {}), parts.query ?? {});
  const reply = await ask(operation.method, path, operation.body === undefined ? undefined : (parts.body ?? {}));
  const { status, body, warned } = reply;
  if (!isObject(body)) throw new ToolFault({ status, error: `the sandbox answered ${status} without JSON` });
  if (status < 200 || status > 299) throw refusal(reply, body);
  const { success: _success, message, data, ...rest } = body;
  const warning = warned === undefined ? {} : { warning: warned };
  if (operation.surface === "v1") return { status, data, ...rest, ...warning };
  if (isObject(data)) return { ...data, ...warning };
  return { ...(data === undefined ? { done: message } : { data }), ...warning };
}

function refusal({ status, explained, warned }: Reply, { error, details }: Data): ToolFault {
  const more = Object.entries({ details, explained, warning: warned }).filter(([, value]) => value !== undefined);
  return new ToolFault({ status, error, ...Object.fromEntries(more) });
}

/** The path with its parameters. */
function filled({ path, places, id }: McpOperation, values: Arguments): string {
  const wanted = places.filter((place) => place.in === "path").map(({ name }) => name);
  const missing = wanted.filter((name) => values[name] === undefined || values[name] === "");
  const stray = Object.keys(values).filter((name) => !wanted.includes(name));
  if (missing.length + stray.length > 0)
    throw new ToolFault({ error: `${id} takes in its path: ${wanted.join(", ") || "nothing"}`, missing, stray });
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function withQuery(path: string, query: Arguments): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, typeof one === "object" ? JSON.stringify(one) : String(one)]),
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
