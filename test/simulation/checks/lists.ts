// Reads complete lists page by page, and compares amounts with their raw values exactly (I-18).
import { unitsOf } from "../model.ts";
import type { Simulation } from "../simulation.ts";

/** All records of a page/limit list, newest first. */
export async function walk(sim: Simulation, tenant: number, path: string): Promise<any[]> {
  const found: any[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await sim.ask(tenant, "GET", `${path}?limit=100&page=${page}`);
    sim.check(answer?.status === 200, () => `GET ${path} answered ${answer?.status} ${answer?.text}`);
    found.push(...answer.data);
    const { total_items: total, has_next: more } = answer.json.pagination;
    if (more !== true) {
      sim.check(found.length === total, () => `${path} has ${total} items, and its pages ${found.length}`);
      return found;
    }
  }
}

export function checkExactAmount(
  sim: Simulation,
  { amount, raw }: { amount: string; raw: string },
  decimals: number,
): void {
  sim.check(unitsOf(amount, decimals) === BigInt(raw), () => `I-18: ${amount} with ${decimals} decimals is not ${raw}`);
}

/** The differences of two lists as multisets. */
export function differ(wanted: readonly string[], found: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of wanted) counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const one of found) counts.set(one, (counts.get(one) ?? 0) - 1);
  return [...counts].flatMap(([what, count]) =>
    count === 0 ? [] : [`${count > 0 ? "missing" : "too much"}: ${what}`],
  );
}
