// Readings: the catalogue, and what holds for all tenants or for one (C-20).

import { readingCatalogue } from "../../contract/readings/catalogue.ts";
import type { ReadingChanges } from "../../contract/readings/parse.ts";
import { checkedReadings, ReadingFault } from "../../contract/readings/parse.ts";
import { Problem } from "../../kernel/problem.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers } from "../handler.ts";
import { tenantOfPath } from "../resolve-names.ts";

function tenantIdOf({ flow }: AdminDependencies, name: string | null | undefined): string | undefined {
  return name === undefined || name === null ? undefined : tenantOfPath(flow.world, name).id;
}

function ambiguityView(
  { contract }: AdminDependencies,
  tenantId: string | undefined,
): components["schemas"]["Ambiguity"] {
  return { tenant_id: tenantId ?? null, ...contract.readings.current(tenantId) };
}

/** @throws Problem invalidRequest that names the nearest reading or value */
function changesOf(input: object): ReadingChanges {
  try {
    return checkedReadings(input);
  } catch (error) {
    if (error instanceof ReadingFault) throw new Problem("invalidRequest", error.message);
    throw error;
  }
}

export const readingHandlers: Pick<AdminHandlers, "listReadings" | "getAmbiguity" | "setAmbiguity"> = {
  listReadings: (dependencies, { query }) => {
    const met = dependencies.contract.readings.met(tenantIdOf(dependencies, query.tenant_id));
    const metOf = (name: string, value: string): number =>
      met.find((one) => one.name === name && one.value === value)?.met ?? 0;
    return {
      items: readingCatalogue().map(({ values, operations, events, decision, statement, ...row }) => ({
        ...row,
        values: values.map((one) => ({ ...one, met: metOf(row.name, one.value) })),
        ...{ operations: [...operations], events: [...events] },
        ...{ decision: [...decision], statement: [...statement] },
      })),
    };
  },
  getAmbiguity: (dependencies, { query }) => ambiguityView(dependencies, tenantIdOf(dependencies, query.tenant_id)),
  setAmbiguity: (dependencies, { body: { tenant_id: name, ...changes } }) => {
    const tenantId = tenantIdOf(dependencies, name);
    dependencies.contract.readings.set(changesOf(changes), tenantId);
    return ambiguityView(dependencies, tenantId);
  },
};
