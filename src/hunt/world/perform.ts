// Performs the steps of a plan; a step whose owner or wallet is missing does nothing (U-20).
import { ask, control, HostFault } from "../../scenario/http-client.ts";
import { AppFault } from "../app/app.ts";
import { deliveriesAfter } from "../judge/truth.ts";
import type { HuntStep, Owner, StepKind } from "../plan/step.ts";
import type { World } from "./world.ts";

/** What the app was asked and answered; null for a step that asks it nothing. "idle": the step did nothing. */
type Done = string | null | "idle";
type Perform<Kind extends StepKind> = (world: World, step: Extract<HuntStep, { do: Kind }>) => Promise<Done>;

/** Performs a step and the work that is due then. Refusals of the sandbox make a step idle. */
export async function perform(world: World, step: HuntStep): Promise<Done> {
  const done = await attempted(world, step);
  if (done === "idle") world.idle += 1;
  else if (!QUIET.has(step.do)) await control(world.setting.host, "POST", "/run-until-idle", {});
  return done;
}

/** Steps after which nothing is due, or which do what is due themselves. */
const QUIET: ReadonlySet<StepKind> = new Set(["fault", "travel", "settle", "mining", "restart", "rotate"]);

async function attempted(world: World, step: HuntStep): Promise<Done> {
  try {
    return await (PERFORM[step.do] as Perform<StepKind>)(world, step);
  } catch (error) {
    if (error instanceof HostFault) return "idle";
    throw error;
  }
}

const PERFORM: { readonly [Kind in StepKind]: Perform<Kind> } = {
  open,
  pay,
  withdraw,
  uda,
  fault,
  replay,
  rotate,
  restart,
  reconcile,
  reject,
  async heal({ setting: { host } }) {
    await control(host, "DELETE", "/faults");
    return null;
  },
  async travel({ setting: { host } }, { by }) {
    await control(host, "POST", "/clock/advance", { by });
    return null;
  },
  async settle({ setting: { host } }) {
    await control(host, "POST", "/run-until-idle", { advance: true, limit: "1h" });
    return null;
  },
  async mining({ setting: { host }, changed }, { network, mode }) {
    changed.mining.add(network);
    await control(host, "PUT", `/networks/${network}/mining`, { mode });
    return null;
  },
  async mine({ setting: { host } }, { network, blocks }) {
    await control(host, "POST", `/networks/${network}/mine`, { blocks });
    return null;
  },
  async reorg(world, { network, depth, transactions, force }) {
    if (force) world.changed.forced = true;
    const body = { depth, transactions, ...(force ? { force } : {}) };
    await control(world.setting.host, "POST", `/networks/${network}/reorg`, body);
    return null;
  },
  async pause({ setting: { host }, changed }, { network, asset }) {
    await control(host, "POST", `/networks/${network}/tokens/${asset}/pause`, {});
    changed.paused.set(`${network} ${asset}`, { network, asset });
    return null;
  },
  async unpause({ setting: { host }, changed }, { network, asset }) {
    await control(host, "POST", `/networks/${network}/tokens/${asset}/unpause`, {});
    changed.paused.delete(`${network} ${asset}`);
    return null;
  },
  async together(world, { steps }) {
    const done = await Promise.all(steps.map((step) => attempted(world, step)));
    const texts = done.filter((one) => one !== null && one !== "idle");
    return texts.length === 0 ? (done.every((one) => one === "idle") ? "idle" : null) : texts.join("; ");
  },
};

async function open(world: World, { owner, network }: { owner: Owner; network: string }): Promise<Done> {
  const { app, host, ownKey } = world.setting;
  const name = world.nameOf(owner);
  const places = world.owners.get(owner) ?? new Map<string, string>();
  world.owners.set(owner, places);
  if (!app.can("open")) {
    const body = { owner: name, network_symbol: network };
    const answer = await ask(host, { method: "POST", path: "/v1/wallets", headers: { "x-api-key": ownKey }, body });
    if (answer === "lost" || answer.status >= 300) return "idle";
    places.set(network, (await walletOf(world, name, network)) ?? "");
    return "POST /v1/wallets by the hunt";
  }
  const { text, address } = await app.act("open", valuesOf(world, { owner, network }));
  const found = address ?? (await walletOf(world, name, network));
  if (found !== null) places.set(network, found);
  return found === null ? text : `${text}, ${found.slice(0, 6)}…${found.slice(-4)}`;
}

/** The values of an action that are not given: those of the usual place. */
export function valuesOf(
  world: World,
  given: { owner: Owner; network?: string; asset?: string },
): Record<string, string> {
  const [usual = { network: "base", asset: "USDC" }] = world.setting.accepts;
  const { owner, network = usual.network, asset = usual.asset } = given;
  return {
    owner: world.nameOf(owner),
    network,
    asset,
    amount: "1",
    to: world.targetOf("none"),
    id: world.nameOf(owner),
  };
}

async function walletOf(world: World, owner: string, network: string): Promise<string | null> {
  const { host, ownKey } = world.setting;
  const path = `/v1/wallets/owner/${encodeURIComponent(owner)}`;
  const answer = await ask(host, { method: "GET", path, headers: { "x-api-key": ownKey } });
  if (answer === "lost") return null;
  const rows = (answer.body as { data?: unknown }).data;
  const list = (Array.isArray(rows) ? rows : ((rows as { items?: unknown })?.items ?? [])) as Record<string, unknown>[];
  const wallet = list.find((row) => row["network_symbol"] === network || row["symbol"] === network);
  return typeof wallet?.["address"] === "string" ? wallet["address"] : null;
}

async function pay(world: World, step: Extract<HuntStep, { do: "pay" }>): Promise<Done> {
  const { owner, network, asset, amount, legs } = step;
  const places = world.owners.get(owner);
  if (places === undefined) return "idle";
  // A payment to a network on which the owner has no wallet goes to the address that it has elsewhere.
  const to = places.get(network) ?? [...places.values()][0];
  const target = to ? { to_address: to } : { owner: world.nameOf(owner) };
  const body = { network, asset, ...target };
  if (legs === undefined) await control(world.setting.host, "POST", "/deposits", { ...body, amount });
  else
    await control(world.setting.host, "POST", "/deposits", {
      network,
      legs: legs.map((leg) => ({ asset, amount: leg, ...target })),
    });
  world.paid += 1;
  return null;
}

async function withdraw(world: World, step: Extract<HuntStep, { do: "withdraw" }>): Promise<Done> {
  const { owner, id, amount, network, asset } = step;
  const { app } = world.setting;
  if (!app.can("withdraw") || !world.owners.has(owner)) return "idle";
  const name = world.idOf(id);
  const to = world.targetOf(id);
  // The same order again keeps its amount: one id has one target and one amount.
  const known = world.withdrawals.get(name);
  const order = known ?? { id: name, owner: world.nameOf(owner), network, asset, amount, to };
  world.withdrawals.set(name, order);
  const values = { owner: order.owner, network: order.network, asset: order.asset, amount: order.amount, to, id: name };
  return (await app.act("withdraw", values)).text;
}

async function uda(world: World, { owner, network }: { owner: Owner; network: string }): Promise<Done> {
  const { app } = world.setting;
  if (!app.can("uda")) return "idle";
  const { text, address, addresses } = await app.act("uda", valuesOf(world, { owner, network }));
  const places = world.owners.get(owner) ?? new Map<string, string>();
  for (const [symbol, one] of Object.entries(addresses)) places.set(symbol, one);
  if (address !== null) places.set(network, address);
  world.owners.set(owner, places);
  return text;
}

/** The app's repair job: once, or for each owner if it takes one. */
export async function reconcile(world: World): Promise<Done> {
  const { app, adapter } = world.setting;
  if (!app.can("reconcile")) return "idle";
  const ofOwner = JSON.stringify(adapter.actions?.reconcile ?? {}).includes("${owner}");
  if (!ofOwner) return (await app.act("reconcile", {})).text;
  let done: Done = "idle";
  for (const owner of world.owners.keys()) done = (await app.act("reconcile", valuesOf(world, { owner }))).text;
  return done;
}

/** The operator rejects a payout that is not on its way yet, so that it expires. */
async function reject(world: World, { id }: { id: string }): Promise<Done> {
  const { host, ownKey } = world.setting;
  const headers = { "x-api-key": ownKey };
  const order = world.withdrawals.get(world.idOf(id));
  if (order === undefined) return "idle";
  const found = await ask(host, { method: "GET", path: `/v1/transfer/payout?to_address=${order.to}`, headers });
  const payouts = found === "lost" ? [] : ((found.body as { data?: { id: string }[] }).data ?? []);
  const [payout] = Array.isArray(payouts) ? payouts : [];
  if (payout === undefined) return "idle";
  const answer = await ask(host, {
    method: "POST",
    path: `/v1/transfer/payout/${payout.id}/reject`,
    headers,
    body: {},
  });
  return answer === "lost" || answer.status >= 300 ? "idle" : null;
}

async function fault(world: World, step: Extract<HuntStep, { do: "fault" }>): Promise<Done> {
  const { gate, effect, match = {}, after, times, params } = step;
  const body = {
    ...{ gate, effect, match },
    ...(after === undefined ? {} : { after }),
    ...(times === undefined ? {} : { times }),
    ...(params === undefined ? {} : { params }),
  };
  await control(world.setting.host, "POST", "/faults", body);
  return null;
}

async function replay(world: World, { type }: { type: string }): Promise<Done> {
  const { host, cursors } = world.setting;
  const last = (await deliveriesAfter(host, cursors.delivery)).findLast((one) => one.type === type);
  if (last === undefined) return "idle";
  await control(host, "POST", `/deliveries/${last.id}/redeliver`, {});
  return null;
}

async function rotate(world: World): Promise<Done> {
  const { host, sandbox, endpointId } = world.setting;
  if (endpointId === null) return "idle";
  const path = `/tenants/${sandbox.tenantId}/webhook-endpoints/${endpointId}/rotate-secret`;
  await control(host, "POST", path, { overlap: "1h", sign_with_both: true });
  world.changed.rotated = true;
  return null;
}

async function restart(world: World): Promise<Done> {
  const { app, hunt } = world.setting;
  if (!app.canRestart) return "idle";
  const began = hunt.wall.monotonic();
  await app.restart();
  world.restarts += 1;
  world.restartMs += hunt.wall.monotonic() - began;
  return null;
}

/** Takes back what steps changed: faults, mining modes, pauses, the secret; and starts an app that died again. @throws AppFault */
export async function takeBack(world: World): Promise<void> {
  const { host, sandbox, endpointId, app } = world.setting;
  const { mining, paused, rotated } = world.changed;
  await control(host, "DELETE", "/faults");
  for (const { network, asset } of paused.values())
    await control(host, "POST", `/networks/${network}/tokens/${asset}/unpause`, {}).catch(ignoreRefusal);
  paused.clear();
  for (const network of mining) {
    await control(host, "POST", `/networks/${network}/mine`, { blocks: 1 });
    await control(host, "PUT", `/networks/${network}/mining`, { mode: "instant" });
    await control(host, "POST", `/networks/${network}/mine`, { blocks: 8 });
  }
  mining.clear();
  if (rotated && endpointId !== null) {
    // Deliveries that wait are sent under both secrets first.
    await control(host, "POST", "/run-until-idle", { advance: true, limit: "30m" });
    const path = `/tenants/${sandbox.tenantId}/webhook-endpoints/${endpointId}/rotate-secret`;
    await control(host, "POST", path, { overlap: "0s", secret: sandbox.webhookSecret });
    world.changed.rotated = false;
  }
  const died = app.died();
  if (died === null) return;
  world.breach({ rule: "B-15", level: "error", owner: null, what: `your app ended by itself: ${died}` });
  if (app.canRestart) await app.restart();
  else throw new AppFault(`the app ended by itself, and the hunt cannot start it again: ${died}`);
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof HostFault)) throw error;
}
