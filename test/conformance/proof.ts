// What a run proves: citations joined with results.
import type { CitingTest } from "./citations.ts";

/** How a test ended, by where its call stands; several of one call (`test.each`) count as one that failed when any did. */
export type Outcome = "passed" | "failed";

/** False until every statement is proven: then a whole run with a statement that has no proof fails. */
export const EVERY_STATEMENT_MUST_BE_PROVEN: boolean = true;

/** Where a test stands, as `citations` and a run both know it. */
export function placeOf({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file}:${line}`;
}

/** Of all statements those that a run did not prove: no citing test passed, or one of them failed. */
export function unproven(
  ids: readonly string[],
  citations: ReadonlyMap<string, readonly CitingTest[]>,
  outcomes: ReadonlyMap<string, Outcome>,
): string[] {
  return ids.filter((id) => {
    const ends = (citations.get(id) ?? []).map((one) => outcomes.get(placeOf(one)));
    return ends.includes("failed") || !ends.includes("passed");
  });
}
