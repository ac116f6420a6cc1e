// The sandbox's own report on its invariants.
import { expect } from "vitest";
import type { ASandbox } from "../a-sandbox.ts";

type Row = { id: string; ok: boolean; breach?: string };

/** The invariants that do not hold now, as `I-10: which pair`. */
export async function brokenInvariants({ control }: Pick<ASandbox, "control">): Promise<string[]> {
  const { invariants } = (await control("GET", "/invariants")) as { invariants: Row[] };
  return invariants.filter(({ ok }) => !ok).map(({ id, breach }) => `${id}: ${breach}`);
}

/**
 * Expects that exactly these invariants are broken, and that the log has no other error. A test that breaks one on purpose
 * calls this at its end: the sandbox checks itself when it is idle and before it closes, and a finding would fail the test.
 */
export async function expectOnlyRed(
  sandbox: Pick<ASandbox, "control" | "mistakes" | "mayBreak">,
  ids: readonly string[],
): Promise<void> {
  sandbox.mayBreak(ids, "the test has just looked at exactly these breaches");
  expect((await brokenInvariants(sandbox)).map((text) => text.slice(0, 4))).toEqual(ids);
  expect(sandbox.mistakes.filter(({ invariant }) => !ids.includes(String(invariant)))).toEqual([]);
  sandbox.mistakes.length = 0;
}
