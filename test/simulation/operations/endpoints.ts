// Webhook endpoints: registered with good and bad receivers behind them, switched off and on, given other secrets, deleted, replayed.
import { type EndpointBelief, next } from "../model.ts";
import type { Play } from "../play.ts";
import { MANNERS } from "../receivers.ts";
import { aTenant, type Operation } from "./operation.ts";

const TYPES = [
  "deposit.new",
  "deposit.confirmed",
  "transaction.confirmed",
  "transaction.failed",
  "uda.settlement.completed",
];

const pathOf = ({ model }: Play, { tenant, id }: EndpointBelief): string =>
  `/tenants/${model.tenants[tenant]?.id}/webhook-endpoints/${id}`;

export async function createEndpoint(
  play: Play,
  tenant: number,
  manner = play.dice.of(Object.keys(MANNERS)),
  types = play.dice.oneIn(3) ? [play.dice.of(TYPES)] : ["*"],
): Promise<void> {
  const { number } = next(play.model);
  const order = { url: play.stage.receivers.urlOf(number), event_types: types };
  const { id, secret } = await play.must("POST", `/tenants/${play.tenant(tenant).id}/webhook-endpoints`, order);
  const secrets = [{ secret, until: Number.POSITIVE_INFINITY }];
  const facts = { active: true, deleted: false, both: false, everOff: false, replayed: false };
  play.model.endpoints.push({ tenant, id, number, types, manner, secrets, ...facts });
}

/** More of them only send the same again. */
const MOST_ENDPOINTS = 8;

async function anotherEndpoint(play: Play): Promise<void> {
  if (play.model.endpoints.filter(({ deleted }) => !deleted).length < MOST_ENDPOINTS)
    await createEndpoint(play, aTenant(play));
}

function anEndpoint({ model, dice }: Play): EndpointBelief | undefined {
  const known = model.endpoints.filter(({ deleted, tenant }) => !deleted && !model.tenants[tenant]?.removed);
  return known.length === 0 ? undefined : dice.of(known);
}

async function change(play: Play): Promise<void> {
  const endpoint = anEndpoint(play);
  if (endpoint === undefined) return;
  const wish = play.dice.of<Partial<EndpointBelief>>([
    { active: false },
    { active: true },
    { active: true },
    { types: ["*"] },
  ]);
  const body = wish.types === undefined ? { active: wish.active } : { event_types: wish.types };
  await play.must("PATCH", pathOf(play, endpoint), body);
  Object.assign(endpoint, wish);
  endpoint.everOff ||= !endpoint.active;
}

async function rotate(play: Play): Promise<void> {
  const endpoint = anEndpoint(play);
  if (endpoint === undefined) return;
  const overlap = play.dice.of([0, 60_000, 86_400_000]);
  const both = play.dice.oneIn(2);
  const { secret } = await play.must("POST", `${pathOf(play, endpoint)}/rotate-secret`, {
    overlap,
    sign_with_both: both,
  });
  for (const one of endpoint.secrets) one.until = Math.min(one.until, play.model.now + overlap);
  endpoint.secrets.push({ secret, until: Number.POSITIVE_INFINITY });
  endpoint.both = both;
}

async function remove(play: Play): Promise<void> {
  const endpoint = anEndpoint(play);
  if (endpoint === undefined) return;
  await play.must("DELETE", pathOf(play, endpoint));
  endpoint.deleted = true;
}

/** What was given up is sent again; its attempts are counted anew. */
export async function replayDead(play: Play, limit: number, state = "dead"): Promise<void> {
  for (const endpoint of play.model.endpoints) endpoint.replayed = true;
  const { ids } = await play.must("POST", "/deliveries/redeliver", { state, limit });
  if (state === "dead" && ids.length > 0) play.note("dead letter replayed");
}

function replay(play: Play): Promise<void> {
  return replayDead(play, 1 + play.dice.upTo(5), play.dice.of(["dead", "dead", "delivered"]));
}

async function recover({ model, dice }: Play): Promise<void> {
  if (model.endpoints.length === 0) return;
  dice.of(model.endpoints).manner = dice.of(["good", "good", "empty", ...Object.keys(MANNERS)]);
}

export const ENDPOINT_OPERATIONS: readonly Operation[] = [
  { name: "endpoint", weight: 1, act: anotherEndpoint },
  { name: "change an endpoint", weight: 1, act: change },
  { name: "rotate a secret", weight: 1, act: rotate },
  { name: "delete an endpoint", weight: 1, act: remove },
  { name: "replay deliveries", weight: 1, act: replay },
  { name: "a receiver changes", weight: 1, act: recover },
];
