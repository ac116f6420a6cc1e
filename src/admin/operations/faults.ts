// Faults on request: everything in a new one is checked against what exists, so that a typo never waits in silence.
import { PROVIDERS, SCENARIOS } from "../../domain/quote/quote.ts";
import { listTenants } from "../../domain/tenant/store.ts";
import type { World } from "../../domain/world.ts";
import { EFFECT_PARAMS, GATES, type Gate, isGate } from "../../faults/catalogue.ts";
import { deleteAllFaults, deleteFault, type FaultRow, insertFault, listFaults } from "../../faults/store.ts";
import { Problem } from "../../kernel/problem.ts";
import type { components } from "../../spec/admin.gen.ts";
import { serviceDocument } from "../../spec/document.ts";
import { operationsOf } from "../../spec/operations.ts";
import { durationMs } from "../duration.ts";
import type { AdminHandlers, AdminRequest } from "../handler.ts";
import { findNetwork } from "../look-up.ts";
import type { AdminParts } from "../parts.ts";

const LONGEST_DELAY_MS = 86_400_000;
const services = operationsOf(serviceDocument);

type Fault = components["schemas"]["Fault"];
type Order = AdminRequest<"createFault">["body"];

function faultView(row: FaultRow): Fault {
  const { id, gate, effect, match, skip, times, params, seen, hits } = row;
  return { id, gate, effect, match: JSON.parse(match), after: skip, times, params: JSON.parse(params), seen, hits };
}

export function faultViews({ flow: { world } }: AdminParts): Fault[] {
  return listFaults(world.db).map(faultView);
}

export const faultHandlers: Pick<
  AdminHandlers,
  "listFaults" | "createFault" | "deleteFault" | "deleteFaults" | "getFaultCatalogue"
> = {
  listFaults: (parts) => ({ items: faultViews(parts) }),
  createFault: ({ flow: { world } }, { body }) => {
    const { gate, effect } = gateAndEffect(body);
    const match = matchOf(world, gate, body.match ?? {});
    const params = paramsOf(effect, body.params ?? {}, match["operation_id"]);
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
    gates: Object.entries(GATES).map(([gate, { about, match, effects }]) => ({
      gate,
      about,
      match: [...match],
      effects: effects.map((effect) => ({ effect, params: [...(EFFECT_PARAMS[effect] ?? [])] })),
    })),
  }),
};

function gateAndEffect({ gate, effect }: Order): { gate: Gate; effect: string } {
  if (!isGate(gate)) throw unknown("gate", gate, Object.keys(GATES));
  const effects: readonly string[] = GATES[gate].effects;
  if (!effects.includes(effect)) throw unknown(`effect of ${gate}`, effect, effects);
  return { gate, effect };
}

/** Every key is one of the gate's, every value names something that exists. */
function matchOf(world: World, gate: Gate, given: Record<string, string | number>): Record<string, string> {
  const keys: readonly string[] = GATES[gate].match;
  const match: Record<string, string> = {};
  for (const [key, raw] of Object.entries(given)) {
    if (!keys.includes(key)) throw unknown(`match of ${gate}`, key, keys);
    const known = knownValues(world, key);
    const named =
      key === "from" || key === "to" ? (findNetwork(world, String(raw))?.symbol ?? String(raw)) : String(raw);
    const value = known.find((candidate) => candidate.toLowerCase() === named.toLowerCase());
    if (value === undefined) throw unknown(`match.${key}`, named, known);
    match[key] = value;
  }
  return match;
}

function knownValues({ db, catalogue }: World, key: string): readonly string[] {
  switch (key) {
    case "operation_id":
      return [...services.keys()];
    case "tenant_id":
      return listTenants(db).map(({ id }) => id);
    case "provider":
      return PROVIDERS;
    case "scenario":
      return SCENARIOS;
    case "asset":
      return [...new Set(catalogue.networks.flatMap(({ assets }) => assets.map(({ symbol }) => symbol)))];
    default:
      return catalogue.networks.map(({ symbol }) => symbol);
  }
}

/** What the effect reads, delays in milliseconds. @throws Problem invalidRequest for anything else. */
function paramsOf(
  effect: string,
  given: Record<string, unknown>,
  operationId: string | undefined,
): Record<string, number> {
  const known = EFFECT_PARAMS[effect] ?? [];
  const stray = Object.keys(given).find((name) => !known.includes(name));
  if (stray !== undefined) throw unknown(`params of ${effect}`, stray, known);
  const params: Record<string, number> = {};
  for (const name of known) {
    const value = given[name];
    // A provider that is slow without more being said takes its usual extra minute.
    if (value === undefined && effect === "slow") continue;
    if (value === undefined)
      throw new Problem("invalidRequest", `params.${name} is missing: ${effect} needs it`, { details: { known } });
    params[name] = name === "by" ? delayOf(value) : statusOf(value, operationId);
  }
  return params;
}

function delayOf(value: unknown): number {
  return durationMs("params.by", typeof value === "number" || typeof value === "string" ? value : "", LONGEST_DELAY_MS);
}

/** An error status that the document names, for the operation where one is named. */
function statusOf(value: unknown, operationId: string | undefined): number {
  const operations = [...services.values()].filter(({ id }) => operationId === undefined || id === operationId);
  const known = [...new Set(operations.flatMap(({ statuses }) => statuses))]
    .filter((status) => status >= 400)
    .toSorted((a, b) => a - b);
  if (known.some((status) => status === value)) return value as number;
  throw unknown("params.status", value, known);
}

function unknown(what: string, value: unknown, known: readonly (string | number)[]): Problem {
  const choice = known.length === 0 ? "there is none to choose" : `use one of ${known.join(", ")}`;
  return new Problem("invalidRequest", `${what}: there is no ${JSON.stringify(value)}: ${choice}`, {
    details: { known },
  });
}
