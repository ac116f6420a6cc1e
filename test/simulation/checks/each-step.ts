// What holds after every step: nothing was logged as a mistake, time stands where it was put, events only grow, hooks were right.
import { createHmac } from "node:crypto";
import type { EndpointBelief } from "../model.ts";
import type { Play } from "../play.ts";
import type { Hook } from "../receivers.ts";
import { ZERO } from "../stage.ts";
import { AFTER_FORCE } from "./after-force.ts";

/** Everything due now is done, deliveries too; then what happened is learnt from the events (I-32, I-35, I-39). */
export async function afterStep(play: Play): Promise<void> {
  play.observing = true;
  const { clock } = await play.must("POST", "/run-until-idle");
  const now = new Date(play.model.now).toISOString();
  play.demand(clock.now === now, () => `I-39: the clock stands at ${clock.now}, not at ${now}`);
  await learnEvents(play);
  play.observing = false;
  const [mistake] = play.stage.mistakes.filter((line) => !isExcused(play, line));
  play.demand(mistake === undefined, () => `the sandbox logged a mistake: ${mistake}`);
  const [wrong] = play.wrong;
  play.demand(wrong === undefined, () => wrong ?? "");
}

function isExcused({ model }: Play, line: string): boolean {
  return (
    (model.rewritten.size > 0 || model.snapshots.length > 0) &&
    AFTER_FORCE.some((id) => line.includes(`"invariant":"${id}"`))
  );
}

async function learnEvents(play: Play): Promise<void> {
  const { model } = play;
  const { items } = await play.must("GET", `/events?after=${model.cursor}&limit=1000`);
  for (const { sequence, id, type, time, tenant_id: tenant, resource_id: resource, payload } of items) {
    play.demand(!model.events.has(id), () => `I-32: two events have the id ${id}`);
    play.demand(time >= model.lastTime, () => `I-35: ${type} at ${time} comes after ${model.lastTime}`);
    Object.assign(model, { cursor: sequence, lastTime: time });
    const listeners = model.endpoints.filter((endpoint) => listens(play, endpoint, tenant, type));
    model.events.set(id, { type, tenant, resource, at: model.now, to: listeners.map((endpoint) => endpoint.id) });
    if (type === "deposit.confirmed") learnConfirmed(play, tenant, payload);
    if (type === "transaction.confirmed" && payload.type === "refill") play.note("gas shortage then refill");
  }
  if (items.length === 1_000) await learnEvents(play);
}

function listens({ model }: Play, endpoint: EndpointBelief, tenant: string, type: string): boolean {
  const { active, deleted, types } = endpoint;
  const mine = model.tenants[endpoint.tenant]?.id === tenant;
  return mine && active && !deleted && (types.includes("*") || types.includes(type));
}

/** Whether a settlement must come of it: what the deposit address accepts now decides (H-21). */
function learnConfirmed(play: Play, tenant: string, deposit: any): void {
  const { model, stage } = play;
  play.demand(!model.confirmed.has(deposit.id), () => `R-011: deposit ${deposit.id} was confirmed twice`);
  const uda = model.udas.find(
    ({ address, tenant: of }) => address === deposit.to_address.toLowerCase() && model.tenants[of]?.id === tenant,
  );
  const { chainId } = stage.chain(deposit.network_symbol);
  const token = deposit.contract_address === "" ? ZERO : deposit.contract_address.toLowerCase();
  const settles = uda === undefined ? false : uda.active && uda.accepted.includes(`${chainId} ${token}`);
  const unsure = uda !== undefined && (uda.unsure || play.racing);
  const source = `${chainId} ${deposit.tx_id} ${token} ${deposit.balance.raw}`;
  model.confirmed.set(deposit.id, { settles: unsure ? undefined : settles, uda: uda?.id ?? "", source });
}

/** A request as a receiver got it: signed right with a secret of now, one body for one id, to one who listens (I-32, I-33, I-36). */
export function hear(play: Play, { number, headers, body, answered }: Hook): void {
  const { model } = play;
  const endpoint = model.endpoints.find((one) => one.number === number);
  const fail = (what: string): void => void play.wrong.push(what);
  if (endpoint === undefined) return;
  if (endpoint.deleted || !endpoint.active)
    fail(`I-36: a request to the endpoint ${endpoint.id}, which does not listen`);
  const id = String(headers["webhook-id"]);
  const stamp = String(headers["webhook-timestamp"]);
  const age = Math.abs(Date.now() / 1_000 - Number(stamp));
  const right = isSigned(play, endpoint, String(headers["webhook-signature"]), `${stamp}.${body}`) && age < 60;
  const known = model.hooks.get(id) ?? { body: "", endpoints: new Map<number, number[]>() };
  if (right) compareBody(known, body, id, fail);
  else {
    model.badSignatures -= 1;
    if (model.badSignatures < 0)
      fail(`I-33: a request that no receiver may accept: ${JSON.stringify(headers)} ${body}`);
  }
  const answers = known.endpoints.get(number) ?? [];
  known.endpoints.set(number, [...answers, answered]);
  model.hooks.set(id, known);
  if (answers.includes(0)) play.note("webhook delivered but answer lost (duplicate at receiver)");
  if (answers.length === 5 && answered === 200 && !answers.includes(200)) play.note("attempt 6 succeeded");
}

function compareBody(known: { body: string }, body: string, id: string, fail: (what: string) => void): void {
  if (known.body !== "" && known.body !== body) fail(`I-32: two bodies of ${id}: ${body} and ${known.body}`);
  if (JSON.parse(body).id !== id) fail(`R-118: the body of ${id} names another id`);
  known.body = body;
}

function isSigned(play: Play, endpoint: EndpointBelief, header: string, text: string): boolean {
  const signatures = header.split(" ");
  const valid = endpoint.secrets.filter(({ until }) => play.model.now < until);
  const signed = ({ secret }: { secret: string }): boolean =>
    signatures.includes(createHmac("sha256", secret).update(text).digest("hex"));
  const newest = endpoint.secrets.at(-1);
  const old = valid.filter((one) => one !== newest && signed(one));
  if (old.length > 0 && signatures.length === 2) play.note("rotation overlap used");
  return newest !== undefined && signed(newest);
}
