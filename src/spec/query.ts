// The strict query parser: declared parameters, each sent once and of the declared form (K-10, R-203, R-204).
import { Problem } from "../kernel/problem.ts";
import type { Operation, Parameter } from "./operations.ts";
import { decoded } from "./path-parameter.ts";
import { stringFault, textFault } from "./text.ts";

export type QueryValue = string | number | boolean;

/** `values` hold declared parameters with their defaults; `filter` and `sort` are raw texts of the list grammar. */
export type ParsedQuery = { values: Record<string, QueryValue>; filter: string[]; sort: string[] };

const WHOLE_NUMBER = /^(0|[1-9][0-9]*)$/;
const SPELLINGS = new Map<string, "filter" | "sort">([
  ["filter[]", "filter"],
  ["filter", "filter"],
  ["sort[]", "sort"],
  ["sort", "sort"],
]);

/**
 * Reads the text after `?`. Throws the operation's query refusal for a broken escape, a repeated or missing
 * parameter, or a value of the wrong form. With `clamps` a `limit` beyond the most is the most, and it is called. Parameters that the operation does not know are ignored (K-10).
 */
export function readQuery(operation: Operation, search: string, clamps: OnClamp | undefined = undefined): ParsedQuery {
  const refuse = (detail: string) => new Problem(operation.refusals.query, detail);
  const parsed: ParsedQuery = { values: {}, filter: [], sort: [] };
  const known = new Map(operation.queryParameters.map((parameter) => [parameter.name, parameter]));
  const seen = new Set<string>();
  const once = (name: string) => {
    if (seen.has(name)) throw refuse(`${name} is sent more than once`);
    seen.add(name);
  };
  for (const [name, value] of pairs(search, refuse)) {
    const parameter = known.get(name);
    const list = listOf(operation, name);
    if (parameter !== undefined) {
      once(name);
      parsed.values[name] = scalar(parameter, clamps === undefined ? value : clamped(parameter, value, clamps), refuse);
    } else if (list !== undefined) {
      parsed[list].push(listText(name, value, refuse));
    } else if (operation.filterable.includes(name)) {
      once(name);
      parsed.filter.push(`${name}:eq:${listText(name, value, refuse)}`);
    }
  }
  return complete(operation, parsed, refuse);
}

function listOf(operation: Operation, name: string): "filter" | "sort" | undefined {
  const list = SPELLINGS.get(name);
  const taken = list === "filter" ? operation.takesFilter : operation.takesSort;
  return taken ? list : undefined;
}

type Refuse = (detail: string) => Problem;

/** Called for a `limit` that was read as the most. */
export type OnClamp = () => void;

function clamped({ name, schema: { maximum } }: Parameter, text: string, onClamp: OnClamp): string {
  if (name !== "limit" || maximum === undefined || !WHOLE_NUMBER.test(text) || Number(text) <= maximum) return text;
  onClamp();
  return String(maximum);
}

/** The decoded names of a query text; those with a broken escape are left out. */
export function namesIn(search: string): string[] {
  const names = search.split("&").map((piece) => decoded((piece.split("=", 1)[0] ?? "").replaceAll("+", " ")));
  return names.filter((name): name is string => name !== undefined && name !== "");
}

/** True when the operation reads a query parameter of this name. */
export function readsName(operation: Operation, name: string): boolean {
  return (
    operation.queryParameters.some((parameter) => parameter.name === name) ||
    listOf(operation, name) !== undefined ||
    operation.filterable.includes(name)
  );
}

function* pairs(search: string, refuse: Refuse): Generator<[string, string]> {
  for (const piece of search.split("&")) {
    if (piece === "") continue;
    const equals = piece.indexOf("=");
    const [name, value] = equals < 0 ? [piece, ""] : [piece.slice(0, equals), piece.slice(equals + 1)];
    const [plainName, plainValue] = [decoded(name.replaceAll("+", " ")), decoded(value.replaceAll("+", " "))];
    if (plainName === undefined || plainValue === undefined) throw refuse("the query has a broken %-escape");
    yield [plainName, plainValue];
  }
}

function listText(name: string, value: string, refuse: Refuse): string {
  const fault = value === "" ? "is empty" : textFault(value);
  if (fault !== undefined) throw refuse(`${name} ${fault}`);
  return value;
}

function scalar({ name, schema }: Parameter, text: string, refuse: Refuse): QueryValue {
  switch (schema.type) {
    case "integer": {
      const [lowest, highest] = [schema.minimum ?? 0, schema.maximum ?? Number.MAX_SAFE_INTEGER];
      const value = WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN;
      if (!(value >= lowest && value <= highest))
        throw refuse(`${name} is not a whole number from ${lowest} to ${highest}`);
      return value;
    }
    case "boolean":
      if (text !== "true" && text !== "false") throw refuse(`${name} is neither true nor false`);
      return text === "true";
    default: {
      const fault = stringFault(schema, text);
      if (fault !== undefined) throw refuse(`${name} ${fault}`);
      return text;
    }
  }
}

function complete(operation: Operation, parsed: ParsedQuery, refuse: Refuse): ParsedQuery {
  for (const { name, required, requires, schema } of operation.queryParameters) {
    if (!(name in parsed.values)) {
      if (required) throw refuse(`${name} is missing`);
      if (schema.default !== undefined) parsed.values[name] = schema.default as QueryValue;
      continue;
    }
    const missing = requires.find((other) => !(other in parsed.values));
    if (missing !== undefined) throw refuse(`${name} needs ${missing}`);
  }
  return parsed;
}
