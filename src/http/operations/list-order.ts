// The reading `list_order`: which records a list begins with when the request does not sort it (K-9).
import type { Readings } from "../../contract/readings/readings.ts";
import { READINGS } from "../../contract/readings/table.ts";
import type { ListQuery, ListRules } from "../../domain/filter.ts";
import { isObject } from "../../kernel/is-object.ts";

type Asked = { readonly readings: Readings; readonly tenantId: string };

/** True when an unsorted list begins with the oldest record. */
export function isOldestFirst({ readings, tenantId }: Asked): boolean {
  return readings.valueOf("list_order", tenantId) === "oldest";
}

const LISTS = new Set<string>(READINGS.list_order.operations);

type Answered = {
  readonly operationId: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly outcome: { readonly data: unknown; readonly pagination?: unknown };
};

/** Notes that a list had the other order; one record alone has none. */
export function meetOldestFirst(asked: Asked, { operationId, query, outcome: { data, pagination } }: Answered): void {
  const { sort } = query;
  const isSorted = Array.isArray(sort) && sort.length > 0;
  if (!LISTS.has(operationId) || isSorted || !isOldestFirst(asked)) return;
  const items = isObject(data) ? data["items"] : data;
  const total = isObject(pagination) ? pagination["total_items"] : Array.isArray(items) ? items.length : 0;
  if (Number(total) > 1) asked.readings.noteMet("list_order", asked.tenantId);
}

/** The rules of a list, with its default order turned round under the reading. */
export function rulesWithSort(rules: ListRules, query: Pick<ListQuery, "sort">, asked: Asked): ListRules {
  if (query.sort.length > 0 || !isOldestFirst(asked)) return rules;
  return { ...rules, defaultSort: rules.defaultSort.replace(/:desc$/, ":asc") };
}
