// What the sandbox says of its own invariants.
import { expect } from "vitest";
import type { ASandbox } from "../a-sandbox.ts";

type Row = { id: string; ok: boolean; breach?: string };

/** The invariants that do not hold now, as `I-10: which pair`. */
export async function brokenInvariants({ control }: Pick<ASandbox, "control">): Promise<string[]> {
  const { invariants } = (await control("GET", "/invariants")) as { invariants: Row[] };
  return invariants.filter(({ ok }) => !ok).map(({ id, breach }) => `${id}: ${breach}`);
}

/**
 * Exactly these invariants do not hold, and the log tells of no other mistake. Who breaks one on purpose calls this at the
 * end: the sandbox looks at itself whenever it has nothing else to do, and what it finds would fail the test.
 */
export async function expectOnlyRed(
  sandbox: Pick<ASandbox, "control" | "mistakes">,
  ids: readonly string[],
): Promise<void> {
  expect((await brokenInvariants(sandbox)).map((text) => text.slice(0, 4))).toEqual(ids);
  expect(sandbox.mistakes.filter(({ invariant }) => !ids.includes(String(invariant)))).toEqual([]);
  sandbox.mistakes.length = 0;
}
