// The reading `list_order`: which records a list begins with when the request does not sort it (K-9).
import type { Readings } from "../../contract/readings/readings.ts";
import type { ListQuery, ListRules } from "../../domain/filter.ts";

type Asked = { readonly readings: Readings; readonly tenantId: string };

/** True when an unsorted list begins with the oldest record. */
export function isOldestFirst({ readings, tenantId }: Asked): boolean {
  if (readings.valueOf("list_order", tenantId) !== "oldest") return false;
  readings.noteMet("list_order", tenantId);
  return true;
}

/** The rules of a list, with its default order turned round under the reading. */
export function rulesWithSort(rules: ListRules, query: Pick<ListQuery, "sort">, asked: Asked): ListRules {
  if (query.sort.length > 0 || !isOldestFirst(asked)) return rules;
  return { ...rules, defaultSort: rules.defaultSort.replace(/:desc$/, ":asc") };
}
