// Fault operations: a new fault is checked against the catalogue and the world, so that a typing error is refused at once.
import { allEffects, GATES } from "../../faults/catalogue.ts";
import { deleteAllFaults, deleteFault, type FaultRow, insertFault, listFaults } from "../../faults/store.ts";
import { Problem } from "../../kernel/problem.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import { gateAndEffect, matchOf, paramsOf } from "../fault-input.ts";
import type { AdminHandlers } from "../handler.ts";

type Fault = components["schemas"]["Fault"];

function faultView(row: FaultRow): Fault {
  const { id, gate, effect, match, skip, times, params, seen, hits } = row;
  return { id, gate, effect, match: JSON.parse(match), after: skip, times, params: JSON.parse(params), seen, hits };
}

export function faultViews({ flow: { world } }: AdminDependencies): Fault[] {
  return listFaults(world.db).map(faultView);
}

export const faultHandlers: Pick<
  AdminHandlers,
  "listFaults" | "createFault" | "deleteFault" | "deleteFaults" | "getFaultCatalogue"
> = {
  listFaults: (dependencies) => ({ items: faultViews(dependencies) }),
  createFault: ({ flow: { world }, rpcMethods }, { body }) => {
    const { gate, effect } = gateAndEffect(body);
    const match = matchOf({ ...world, rpcMethods }, gate, body.match ?? {});
    const params = paramsOf(gate, effect, body.params ?? {}, match);
    const { after = 0, times = 1 } = body;
    world.clock.tick();
    return world.db.transaction(() => {
      const id = world.ids.next("fault");
      const texts = { match: JSON.stringify(match), params: JSON.stringify(params) };
      const row: FaultRow = { id, gate, effect, ...texts, skip: after, times, seen: 0, hits: 0 };
      insertFault(world.db, row);
      return faultView(row);
    });
  },
  deleteFault: ({ flow: { world } }, { path }) => {
    const deleted = world.db.transaction(() => deleteFault(world.db, path.id));
    if (!deleted)
      throw new Problem("resourceNotFound", `there is no fault ${JSON.stringify(path.id)}: see GET /admin/faults`);
    return null;
  },
  deleteFaults: ({ flow: { world } }) => ({ removed: world.db.transaction(() => deleteAllFaults(world.db)) }),
  getFaultCatalogue: () => ({
    gates: Object.entries(GATES).map(([gate, { about, match }]) => ({
      gate,
      about,
      match: [...match],
      effects: allEffects()
        .filter((one) => one.gate === gate)
        .map(({ effect, row: { about, needs = [], may = [] } }) => ({ effect, about, params: [...needs, ...may] })),
    })),
  }),
};
