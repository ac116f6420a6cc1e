// What must always hold: checked on demand, and what is known to be broken.
import { INVARIANTS, type InvariantId } from "../../invariants/statements.ts";
import type { InvariantWatch } from "../../invariants/watch.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminHandlers } from "../handler.ts";

/** What is known to be broken now, each with the pairs that do not agree. */
export function breachViews(watch: InvariantWatch): components["schemas"]["Breach"][] {
  return watch.breaches.map(({ id, whats }) => ({ id, breach: whats.join("; ") }));
}

export const invariantHandlers: Pick<AdminHandlers, "getInvariants"> = {
  getInvariants: async ({ invariants }) => {
    await invariants.whole();
    const broken = new Map(breachViews(invariants).map(({ id, breach }) => [id, breach]));
    return {
      invariants: (Object.keys(INVARIANTS) as InvariantId[]).map((id) => {
        const breach = broken.get(id);
        const row = { id, statement: INVARIANTS[id].statement, when: INVARIANTS[id].when, ok: breach === undefined };
        return breach === undefined ? row : { ...row, breach };
      }),
      exemptions: [...invariants.exemptions],
    };
  },
};
