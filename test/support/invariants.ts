// What the sandbox says of its own invariants.
import type { ASandbox } from "./a-sandbox.ts";

type Row = { id: string; ok: boolean; breach?: string };

/** The invariants that do not hold now, as `I-10: which pair`. */
export async function brokenInvariants({ control }: Pick<ASandbox, "control">): Promise<string[]> {
  const { invariants } = (await control("GET", "/invariants")) as { invariants: Row[] };
  return invariants.filter(({ ok }) => !ok).map(({ id, breach }) => `${id}: ${breach}`);
}
