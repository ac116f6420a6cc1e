// Whole lists as a client walks them, page by page, and the money in their records by its exact digits (I-18).
import { unitsOf } from "../model.ts";
import type { Play } from "../play.ts";

/** Every record of a page/limit list, newest first. */
export async function walk(play: Play, tenant: number, path: string): Promise<any[]> {
  const found: any[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await play.ask(tenant, "GET", `${path}?limit=100&page=${page}`);
    play.demand(answer?.status === 200, () => `GET ${path} answered ${answer?.status} ${answer?.text}`);
    found.push(...answer.data);
    const { total_items: total, has_next: more } = answer.json.pagination;
    if (more !== true) {
      play.demand(found.length === total, () => `${path} has ${total} items, and its pages ${found.length}`);
      return found;
    }
  }
}

export function demandExact(play: Play, { amount, raw }: { amount: string; raw: string }, decimals: number): void {
  play.demand(
    unitsOf(amount, decimals) === BigInt(raw),
    () => `I-18: ${amount} with ${decimals} decimals is not ${raw}`,
  );
}

/** What one list has and the other has not, each as often as it is there. */
export function differ(wanted: readonly string[], found: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of wanted) counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const one of found) counts.set(one, (counts.get(one) ?? 0) - 1);
  return [...counts].flatMap(([what, count]) =>
    count === 0 ? [] : [`${count > 0 ? "missing" : "too much"}: ${what}`],
  );
}
