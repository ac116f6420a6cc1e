// Operations on webhook endpoints: created with reliable and unreliable receivers, deactivated, rotated, deleted, redelivered.
import { type EndpointBelief, nextAddress } from "../model.ts";
import { RESPONSE_MODES } from "../receivers.ts";
import type { Simulation } from "../simulation.ts";
import { aTenant, type Operation } from "./operation.ts";

const TYPES = [
  "deposit.new",
  "deposit.confirmed",
  "transaction.confirmed",
  "transaction.failed",
  "uda.settlement.completed",
];

const pathOf = ({ model }: Simulation, { tenant, id }: EndpointBelief): string =>
  `/tenants/${model.tenants[tenant]?.id}/webhook-endpoints/${id}`;

export async function createEndpoint(
  sim: Simulation,
  tenant: number,
  responseMode = sim.dice.of(Object.keys(RESPONSE_MODES)),
  types = sim.dice.oneIn(3) ? [sim.dice.of(TYPES)] : ["*"],
): Promise<void> {
  const { number } = nextAddress(sim.model);
  const body = { url: sim.setup.receivers.urlOf(number), event_types: types };
  const { id, secret } = await sim.adminOk("POST", `/tenants/${sim.tenant(tenant).id}/webhook-endpoints`, body);
  const secrets = [{ secret, until: Number.POSITIVE_INFINITY }];
  const facts = { active: true, deleted: false, signsWithBoth: false, wasInactive: false, replayed: false };
  sim.model.endpoints.push({ tenant, id, number, types, responseMode, secrets, ...facts });
}

/** More endpoints only add run time. */
const MAX_ENDPOINTS = 8;

async function anotherEndpoint(sim: Simulation): Promise<void> {
  if (sim.model.endpoints.filter(({ deleted }) => !deleted).length < MAX_ENDPOINTS)
    await createEndpoint(sim, aTenant(sim));
}

function anEndpoint({ model, dice }: Simulation): EndpointBelief | undefined {
  const known = model.endpoints.filter(({ deleted, tenant }) => !deleted && !model.tenants[tenant]?.removed);
  return known.length === 0 ? undefined : dice.of(known);
}

async function changeEndpoint(sim: Simulation): Promise<void> {
  const endpoint = anEndpoint(sim);
  if (endpoint === undefined) return;
  const change = sim.dice.of<Partial<EndpointBelief>>([
    { active: false },
    { active: true },
    { active: true },
    { types: ["*"] },
  ]);
  const body = change.types === undefined ? { active: change.active } : { event_types: change.types };
  await sim.adminOk("PATCH", pathOf(sim, endpoint), body);
  Object.assign(endpoint, change);
  endpoint.wasInactive ||= !endpoint.active;
}

async function rotate(sim: Simulation): Promise<void> {
  const endpoint = anEndpoint(sim);
  if (endpoint === undefined) return;
  const overlap = sim.dice.of([0, 60_000, 86_400_000]);
  const both = sim.dice.oneIn(2);
  const { secret } = await sim.adminOk("POST", `${pathOf(sim, endpoint)}/rotate-secret`, {
    overlap,
    sign_with_both: both,
  });
  for (const one of endpoint.secrets) one.until = Math.min(one.until, sim.model.now + overlap);
  endpoint.secrets.push({ secret, until: Number.POSITIVE_INFINITY });
  endpoint.signsWithBoth = both;
}

async function remove(sim: Simulation): Promise<void> {
  const endpoint = anEndpoint(sim);
  if (endpoint === undefined) return;
  await sim.adminOk("DELETE", pathOf(sim, endpoint));
  endpoint.deleted = true;
}

/** Redelivers deliveries in this state; their attempts are counted from zero again. */
export async function replayDead(sim: Simulation, limit: number, state = "dead"): Promise<void> {
  for (const endpoint of sim.model.endpoints) endpoint.replayed = true;
  const { ids } = await sim.adminOk("POST", "/deliveries/redeliver", { state, limit });
  if (state === "dead" && ids.length > 0) sim.recordSituation("dead letter replayed");
}

function replay(sim: Simulation): Promise<void> {
  return replayDead(sim, 1 + sim.dice.upTo(5), sim.dice.of(["dead", "dead", "delivered"]));
}

async function changeReceiver({ model, dice }: Simulation): Promise<void> {
  if (model.endpoints.length === 0) return;
  dice.of(model.endpoints).responseMode = dice.of(["good", "good", "empty", ...Object.keys(RESPONSE_MODES)]);
}

export const ENDPOINT_OPERATIONS: readonly Operation[] = [
  { name: "endpoint", weight: 1, run: anotherEndpoint },
  { name: "change an endpoint", weight: 1, run: changeEndpoint },
  { name: "rotate a secret", weight: 1, run: rotate },
  { name: "delete an endpoint", weight: 1, run: remove },
  { name: "replay deliveries", weight: 1, run: replay },
  { name: "a receiver changes", weight: 1, run: changeReceiver },
];
