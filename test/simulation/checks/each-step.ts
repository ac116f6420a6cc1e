// Checks after every step: no logged error, the clock is where the model expects it, events are append-only, webhook requests are valid.
import { createHmac } from "node:crypto";
import type { EndpointBelief } from "../model.ts";
import type { WebhookRequest } from "../receivers.ts";
import type { Simulation } from "../simulation.ts";
import { ZERO } from "../world-setup.ts";
import { BROKEN_BY_FORCED_REORG } from "./forced-reorg.ts";

/** Runs everything that is due, then reads the new events into the model (I-32, I-35, I-39). */
export async function afterStep(sim: Simulation): Promise<void> {
  sim.observing = true;
  const { clock } = await sim.adminOk("POST", "/run-until-idle");
  const now = new Date(sim.model.now).toISOString();
  sim.check(clock.now === now, () => `I-39: the clock is at ${clock.now}, not at ${now}`);
  await readEvents(sim);
  sim.observing = false;
  const [errorLog] = sim.setup.errorLogs.filter((line) => !isExcused(sim, line));
  sim.check(errorLog === undefined, () => `the sandbox logged an error: ${errorLog}`);
  const [finding] = sim.findings;
  sim.check(finding === undefined, () => finding ?? "");
}

function isExcused({ model }: Simulation, line: string): boolean {
  return (
    (model.rewritten.size > 0 || model.snapshots.length > 0) &&
    BROKEN_BY_FORCED_REORG.some((id) => line.includes(`"invariant":"${id}"`))
  );
}

async function readEvents(sim: Simulation): Promise<void> {
  const { model } = sim;
  const { items } = await sim.adminOk("GET", `/events?after=${model.cursor}&limit=1000`);
  for (const { sequence, id, type, time, tenant_id: tenant, resource_id: resource, payload } of items) {
    sim.check(!model.events.has(id), () => `I-32: two events have the id ${id}`);
    sim.check(time >= model.lastTime, () => `I-35: ${type} at ${time} comes after ${model.lastTime}`);
    Object.assign(model, { cursor: sequence, lastTime: time });
    const subscribers = model.endpoints.filter((endpoint) => isSubscribed(sim, endpoint, tenant, type));
    const about = `${payload.network_symbol} ${payload.tx_hash}`;
    model.events.set(id, {
      about,
      type,
      tenant,
      resource,
      at: model.now,
      to: subscribers.map((endpoint) => endpoint.id),
    });
    if (type === "deposit.confirmed") recordConfirmed(sim, tenant, payload);
    if (type === "transaction.confirmed" && payload.type === "refill") sim.recordSituation("gas shortage then refill");
  }
  if (items.length === 1_000) await readEvents(sim);
}

function isSubscribed({ model }: Simulation, endpoint: EndpointBelief, tenant: string, type: string): boolean {
  const { active, deleted, types } = endpoint;
  const sameTenant = model.tenants[endpoint.tenant]?.id === tenant;
  return sameTenant && active && !deleted && (types.includes("*") || types.includes(type));
}

/** Whether a settlement must follow: decided by what the deposit address accepts now (H-21). */
function recordConfirmed(sim: Simulation, tenant: string, deposit: any): void {
  const { model, setup } = sim;
  sim.check(!model.confirmed.has(deposit.id), () => `R-011: deposit ${deposit.id} was confirmed twice`);
  const uda = model.udas.find(
    ({ address, tenant: of }) => address === deposit.to_address.toLowerCase() && model.tenants[of]?.id === tenant,
  );
  const { chainId } = setup.chain(deposit.network_symbol);
  const token = deposit.contract_address === "" ? ZERO : deposit.contract_address.toLowerCase();
  const settles = uda === undefined ? false : uda.active && uda.accepted.includes(`${chainId} ${token}`);
  const unsure = uda !== undefined && (uda.uncertain || sim.racing);
  const source = `${chainId} ${deposit.tx_id} ${token} ${deposit.balance.raw}`;
  model.confirmed.set(deposit.id, { settles: unsure ? undefined : settles, uda: uda?.id ?? "", source });
}

/** A request at a receiver: a valid signature of a current secret, one body for one id, an active endpoint (I-32, I-33, I-36). */
export function checkWebhookRequest(sim: Simulation, { number, headers, body, answered }: WebhookRequest): void {
  const { model } = sim;
  const endpoint = model.endpoints.find((one) => one.number === number);
  const fail = (what: string): void => void sim.findings.push(what);
  if (endpoint === undefined) return;
  if (endpoint.deleted || !endpoint.active) fail(`I-36: a request to the endpoint ${endpoint.id}, which is not active`);
  const id = String(headers["webhook-id"]);
  const stamp = String(headers["webhook-timestamp"]);
  const age = Math.abs(Date.now() / 1_000 - Number(stamp));
  const right = isSigned(sim, endpoint, String(headers["webhook-signature"]), `${stamp}.${body}`) && age < 60;
  const known = model.webhooks.get(id) ?? { body: "", endpoints: new Map<number, number[]>() };
  if (right) compareBody(known, body, id, fail);
  else {
    model.badSignatures -= 1;
    if (model.badSignatures < 0)
      fail(`I-33: a request that no receiver may accept: ${JSON.stringify(headers)} ${body}`);
  }
  const answers = known.endpoints.get(number) ?? [];
  known.endpoints.set(number, [...answers, answered]);
  model.webhooks.set(id, known);
  if (answers.includes(0)) sim.recordSituation("webhook delivered but answer lost (duplicate at receiver)");
  if (answers.length === 5 && answered === 200 && !answers.includes(200)) sim.recordSituation("attempt 6 succeeded");
}

function compareBody(known: { body: string }, body: string, id: string, fail: (what: string) => void): void {
  if (known.body !== "" && known.body !== body) fail(`I-32: two bodies of ${id}: ${body} and ${known.body}`);
  if (JSON.parse(body).id !== id) fail(`R-118: the body of ${id} names another id`);
  known.body = body;
}

function isSigned(sim: Simulation, endpoint: EndpointBelief, header: string, text: string): boolean {
  const signatures = header.split(" ");
  const valid = endpoint.secrets.filter(({ until }) => sim.model.now < until);
  const signed = ({ secret }: { secret: string }): boolean =>
    signatures.includes(createHmac("sha256", secret).update(text).digest("hex"));
  const newest = endpoint.secrets.at(-1);
  const old = valid.filter((one) => one !== newest && signed(one));
  if (old.length > 0 && signatures.length === 2) sim.recordSituation("rotation overlap used");
  return newest !== undefined && signed(newest);
}
