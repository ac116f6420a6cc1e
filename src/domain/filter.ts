// The `filter[]` and `sort[]` grammar of the page lists: parses the raw texts into SQL conditions and an order (K-10).

import type { SqlValue } from "../db/database.ts";
import { parseTime } from "../kernel/clock.ts";
import { Problem } from "../kernel/problem.ts";

/**
 * How a field's values are written and compared. `text` exactly; `lower` any case against a column that holds lower
 * case; `folded` any case against a column of mixed case; `time` RFC 3339 against a column of milliseconds; `boolean`
 * against 0 and 1; a list of values is an enum, and a value outside it is refused (H-60).
 */
export type FieldKind = "text" | "lower" | "folded" | "integer" | "time" | "boolean" | readonly string[];

/** `column` is SQL of our own (a column or an expression), never text of a client. */
export type FilterField = { column: string; kind: FieldKind };

/** The filter and sort fields of a list. `defaultSort` is in the grammar, such as `time:desc`. */
export type ListRules = {
  filterable: Readonly<Record<string, FilterField>>;
  sortable: Readonly<Record<string, string>>;
  defaultSort: string;
};

/** The raw texts of one request. */
export type ListQuery = { filter: readonly string[]; sort: readonly string[] };

/** `where` joins on with `and` (it is `true` without filters); `order` follows `order by`. */
export type ListSql = { where: string; order: string; parameters: Record<string, SqlValue> };

export const MAX_FILTERS = 20;
export const MAX_SORTS = 5;

const OPERATORS = ["eq", "ne", "gt", "gte", "lt", "lte", "in", "like"] as const;
type Operator = (typeof OPERATORS)[number];
const COMPARISONS: Partial<Record<Operator, string>> = { gt: ">", gte: ">=", lt: "<", lte: "<=" };

/** Turns the raw filters and sorts of a request into SQL. Throws `invalidQueryParameters` (K-10, S-363…S-367). */
export function listSql(query: ListQuery, rules: ListRules): ListSql {
  if (query.filter.length > MAX_FILTERS) throw refusal(`at most ${MAX_FILTERS} filters in one request`);
  if (query.sort.length > MAX_SORTS) throw refusal(`at most ${MAX_SORTS} sorts in one request`);
  const parameters: Record<string, SqlValue> = {};
  const conditions = query.filter.map((text, index) => {
    const { field, operator, value } = parseFilter(text, rules);
    const name = `filter${index}`;
    parameters[name] = operator === "in" ? inList(field, value, text) : bound(field, operator, value, text);
    return condition(field, operator, name);
  });
  return {
    where: conditions.length === 0 ? "true" : conditions.join(" and "),
    order: orderSql(query.sort, rules),
    parameters,
  };
}

/** The values that the filters require `name` to equal, for lists that look up the record they are filtered by. */
export function wantedValues(query: ListQuery, rules: ListRules, name: string): string[] {
  return query.filter.flatMap((text) => {
    const { field, operator, value } = parseFilter(text, rules);
    return field === rules.filterable[name] && operator === "eq" ? [value] : [];
  });
}

/** The values that filters want a field to have or not to have; a text that is no filter of the field names none. */
export function namedValues(filters: readonly string[], field: string): string[] {
  return filters.flatMap((text) => {
    if (!text.startsWith(`${field}:`)) return [];
    const { operator, value } = operatorAndValue(text.slice(field.length + 1));
    if (operator === "in") return value.split(",");
    return operator === "eq" || operator === "ne" ? [value] : [];
  });
}

function parseFilter(text: string, rules: ListRules): { field: FilterField; operator: Operator; value: string } {
  const colon = text.indexOf(":");
  if (colon < 0) throw refusal(`filter ${quote(text)}: write field:value or field:operator:value`);
  const name = text.slice(0, colon);
  const field = Object.hasOwn(rules.filterable, name) ? rules.filterable[name] : undefined;
  if (field === undefined) {
    throw refusal(`filter ${quote(text)}: no such field, use one of ${Object.keys(rules.filterable).join(", ")}`);
  }
  const { operator, value } = operatorAndValue(text.slice(colon + 1));
  if (value === "") throw refusal(`filter ${quote(text)}: the value is empty`);
  return { field, operator, value };
}

function operatorAndValue(rest: string): { operator: Operator; value: string } {
  const operator = OPERATORS.find((candidate) => rest.startsWith(`${candidate}:`));
  return { operator: operator ?? "eq", value: operator === undefined ? rest : rest.slice(operator.length + 1) };
}

function bound(field: FilterField, operator: Operator, value: string, text: string): SqlValue {
  const ordered = field.kind === "integer" || field.kind === "time";
  if (operator in COMPARISONS && !ordered)
    throw refusal(`filter ${quote(text)}: ${operator} needs a number or a date-time field`);
  if (operator !== "like") return parseValue(field.kind, value, text);
  if (field.kind === "time" || field.kind === "boolean")
    throw refusal(`filter ${quote(text)}: like needs a text field`);
  return value;
}

/** One JSON array as a single parameter, so that lists of any length share one statement. */
function inList(field: FilterField, value: string, text: string): string {
  const parts = value.split(",");
  if (parts.includes("")) throw refusal(`filter ${quote(text)}: the list holds an empty value`);
  return JSON.stringify(parts.map((part) => parseValue(field.kind, part, text)));
}

function parseValue(kind: FieldKind, value: string, text: string): string | number {
  switch (kind) {
    case "text":
      return value;
    case "lower":
    case "folded":
      return value.toLowerCase();
    case "integer":
      if (!/^(0|[1-9][0-9]*)$/.test(value) || !Number.isSafeInteger(Number(value))) {
        throw refusal(`filter ${quote(text)}: not a whole number`);
      }
      return Number(value);
    case "time": {
      const time = parseTime(value);
      if (time === null) throw refusal(`filter ${quote(text)}: not an RFC 3339 date-time with an offset`);
      return time;
    }
    case "boolean":
      if (value !== "true" && value !== "false") throw refusal(`filter ${quote(text)}: write true or false`);
      return value === "true" ? 1 : 0;
    default:
      if (!kind.includes(value)) throw refusal(`filter ${quote(text)}: use one of ${kind.join(", ")}`);
      return value;
  }
}

function condition(field: FilterField, operator: Operator, name: string): string {
  const column = field.kind === "folded" ? `lower(${field.column})` : field.column;
  switch (operator) {
    case "eq":
      return `${column} = :${name}`;
    case "ne":
      return `${column} is not :${name}`;
    case "in":
      return `${column} in (select value from json_each(:${name}))`;
    case "like":
      return `instr(lower(cast(${field.column} as text)), lower(:${name})) > 0`;
    default:
      return `${column} ${COMPARISONS[operator]} :${name}`;
  }
}

function orderSql(sorts: readonly string[], rules: ListRules): string {
  let last = "asc";
  const keys = (sorts.length === 0 ? [rules.defaultSort] : sorts).map((text) => {
    const [name = "", direction = "asc", ...more] = text.split(":");
    const expression = Object.hasOwn(rules.sortable, name) ? rules.sortable[name] : undefined;
    if (expression === undefined) {
      throw refusal(`sort ${quote(text)}: no such field, use one of ${Object.keys(rules.sortable).join(", ")}`);
    }
    if (more.length > 0 || (direction !== "asc" && direction !== "desc"))
      throw refusal(`sort ${quote(text)}: write field:asc or field:desc`);
    last = direction;
    return `${expression} ${direction}`;
  });
  return [...keys, `${rules.sortable["id"] ?? "id"} ${last}`].join(", ");
}

function refusal(detail: string): Problem {
  return new Problem("invalidQueryParameters", detail);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
