// The two tools that reach every operation: what it takes, and a call of it (G-5).

import { editDistance } from "../../kernel/edit-distance.ts";
import { isObject } from "../../kernel/is-object.ts";
import { callOperation } from "../call.ts";
import { exampleOf, type PlainSchema } from "../json-schema.ts";
import { LOSSES } from "../loss.ts";
import { allOperations, JSON_TYPE, type McpOperation } from "../operations.ts";
import { type Arguments, type Data, effectOf, type Session, ToolFault } from "../tool.ts";

/** Operations whose answer is a file or never ends, with what to use instead. */
export const NOT_CALLED: Readonly<Record<string, string>> = {
  "admin:streamChanges": "it never ends: use the tool events with action wait, or status",
  "admin:streamEvents": "it never ends: use the tool events with action wait",
  "admin:exportWorld": "it is a file with all keys: run `cpsandbox export -o world.json`",
  "admin:exportRequests": "it is a file: run `cpsandbox requests --har requests.har`, or use the tool requests",
  "admin:getContractReport": "it is a file: run `cpsandbox contract report -o FILE`, or use the tool contract",
};

const NEAREST = 3;
const FOUND = 12;
const MOST_MISTAKES = 12;

/** Schema and example of one operation, or those that the words of `search` fit. */
export async function describe({ id, search }: Arguments): Promise<Data> {
  if (typeof id === "string" && id !== "") return described(operationOf(id));
  const words = String(search ?? "")
    .toLowerCase()
    .split(/\W+/)
    .filter(Boolean);
  if (words.length === 0) throw new ToolFault({ error: "give `id`, or `search` with some words" });
  const ranked = [...allOperations().values()]
    .map((operation) => ({ operation, hits: words.filter((word) => haystack(operation).includes(word)).length }))
    .filter(({ hits }) => hits > 0)
    .toSorted((a, b) => b.hits - a.hits);
  if (ranked.length === 0) throw new ToolFault({ error: "no operation has these words", search });
  return { operations: ranked.slice(0, FOUND).map(({ operation }) => lineOf(operation)) };
}

/** Calls any operation; with `--read-only` those that only read. @throws ToolFault with the nearest three for an unknown id */
export async function callAny({ id, path, query, body }: Arguments, session: Session): Promise<Data> {
  const operation = operationOf(String(id ?? ""));
  const instead = insteadOf(operation);
  if (instead !== undefined) throw new ToolFault({ error: `${operation.id} is not called here: ${instead}` });
  if (session.readOnly && operation.method !== "GET")
    throw new ToolFault({ error: `${operation.id} changes the world, and this server was started with --read-only` });
  const parts = { path: objectOf("path", path), query: objectOf("query", query), body };
  const lost = await lossOf(operation, session);
  return { ...lost, ...(await callOperation(operation, parts, session.ask)) };
}

/** What the call takes away; where it is shared, how many tenants had a part in it. */
export async function lossOf(operation: McpOperation, { ask }: Pick<Session, "ask">): Promise<Data> {
  const lost = LOSSES[operation.id];
  if (lost === undefined) return {};
  if (!lost.includes("all tenants")) return { lost };
  const found = await callOperation(allOperations().get("admin:listTenants") as McpOperation, {}, ask);
  const names = Array.isArray(found["items"]) ? found["items"].filter(isObject).map(({ name }) => name) : [];
  return { lost, lost_by: names };
}

/** @throws ToolFault with the nearest three */
function operationOf(id: string): McpOperation {
  const all = allOperations();
  const exact = all.get(id) ?? only([...all.values()].filter((one) => one.id.endsWith(`:${id}`)));
  if (exact !== undefined) return exact;
  const plainName = (text: string): string => text.replace(/^\w+:/, "").toLowerCase();
  const nearest = [...all.values()]
    .map((one) => ({ id: one.id, away: editDistance(plainName(one.id), plainName(id), MOST_MISTAKES) }))
    .toSorted((a, b) => a.away - b.away)
    .slice(0, NEAREST);
  throw new ToolFault({ error: `there is no one operation ${id.slice(0, 80)}`, nearest: nearest.map((one) => one.id) });
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

function objectOf(name: string, value: unknown): Arguments {
  if (value === undefined || value === null) return {};
  if (isObject(value)) return value;
  throw new ToolFault({ error: `${name} is an object` });
}

function insteadOf({ id, answers }: McpOperation): string | undefined {
  return NOT_CALLED[id] ?? (answers === JSON_TYPE ? undefined : `its answer is ${answers}: use another client`);
}

function haystack({ id, path, summary }: McpOperation): string {
  return `${id} ${path} ${summary}`.toLowerCase();
}

function lineOf({ id, method, path, summary }: McpOperation): string {
  return `${id} ${method} ${path}: ${summary}`;
}

function described(operation: McpOperation): Data {
  const { id, method, path, summary, description, places, body, example } = operation;
  const of = (where: "path" | "query"): Record<string, PlainSchema> =>
    Object.fromEntries(places.filter((one) => one.in === where).map(({ name, schema }) => [name, schema]));
  const parts = Object.entries({ path: of("path"), query: of("query") }).filter(
    ([, all]) => Object.keys(all).length > 0,
  );
  const examplePath = Object.fromEntries(
    places.filter((one) => one.in === "path").map(({ name, schema }) => [name, exampleOf(schema)]),
  );
  const instead = insteadOf(operation);
  return {
    id,
    call: `${method} ${path}`,
    effect: effectOf({}, operation),
    ...(instead === undefined ? {} : { instead }),
    summary,
    ...(description === "" ? {} : { description }),
    ...Object.fromEntries(parts),
    ...(body === undefined ? {} : { body }),
    example: {
      id,
      ...(Object.keys(examplePath).length === 0 ? {} : { path: examplePath }),
      ...(body === undefined ? {} : { body: example ?? exampleOf(body) }),
    },
  };
}
