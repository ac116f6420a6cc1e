// The statements that a test run proves: citations joined with results.
import type { CitingTest } from "./citations.ts";

/** The result of a test by the position of its call; the rows of one `test.each` count as one test, which fails when any row fails. */
export type Outcome = "passed" | "failed";

/** Whether a complete run fails when a statement has no proof. */
export const EVERY_STATEMENT_MUST_BE_PROVEN: boolean = true;

/** The position of a test, a key for both citations and results. */
export function placeOf({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file}:${line}`;
}

/** The statements that a run did not prove: no citing test passed, or one of them failed. */
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
