// Invariant operations: check all on demand, and list the known breaches.
import { INVARIANTS, type InvariantId } from "../../invariants/statements.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers } from "../handler.ts";

/** The invariants that are known to be broken, each with the pairs that do not agree. */
export function breachViews({ flow, invariantsOf }: AdminDependencies): components["schemas"]["Breach"][] {
  return invariantsOf(flow).breaches.map(({ id, whats }) => ({ id, breach: whats.join("; ") }));
}

export const invariantHandlers: Pick<AdminHandlers, "getInvariants"> = {
  getInvariants: async (dependencies) => {
    const watch = dependencies.invariantsOf(dependencies.flow);
    await watch.checkAll();
    const broken = new Map(breachViews(dependencies).map(({ id, breach }) => [id, breach]));
    return {
      invariants: (Object.keys(INVARIANTS) as InvariantId[]).map((id) => {
        const breach = broken.get(id);
        const row = { id, statement: INVARIANTS[id].statement, when: INVARIANTS[id].when, ok: breach === undefined };
        return breach === undefined ? row : { ...row, breach };
      }),
      exemptions: [...watch.exemptions],
    };
  },
};
