// Steps that ask the app or pay its owners; a step whose owner or wallet is missing does nothing (U-20).
import { ask } from "../../scenario/http-client.ts";
import type { ActAnswer, ActValues } from "../app/app.ts";
import { ownerOf } from "../judge/truth.ts";
import { type HuntStep, isMinted, type Owner } from "../plan/step.ts";
import type { Done } from "./done.ts";
import type { World } from "./world.ts";

export async function open(world: World, { owner, network }: { owner: Owner; network: string }): Promise<Done> {
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
  // An app that chooses names opens another owner each time.
  if (world.aliases.has(owner) && app.canName === true) return "idle";
  const answer = await askToOpen(world, { owner, network });
  const found = await keepOpened(world, { owner, network }, answer);
  return found === null ? answer.text : `${answer.text}, ${found.slice(0, 6)}…${found.slice(-4)}`;
}

/** What the app answered an owner who asked for a wallet. Returns the address at which the owner can be paid; null for none. */
export async function keepOpened(
  world: World,
  { owner, network }: { owner: Owner; network: string },
  { ok, status, text, address, owner: called = null }: ActAnswer,
): Promise<string | null> {
  const places = world.owners.get(owner) ?? new Map<string, string>();
  world.owners.set(owner, places);
  if (address !== null) await learnNames(world, { owner, address, called });
  const isHidden = !ok && address === null && world.setting.adapter.actions?.open?.address !== undefined;
  const found = address ?? (isHidden ? null : await walletOf(world, world.nameOf(owner), network));
  if (isHidden) noteHidden(world, { owner, network, status, text });
  if (found !== null) places.set(network, found);
  return found;
}

/** The customer got no address, and is not paid; on a network that the app accepts this is no answer to give. */
function noteHidden(
  world: World,
  { owner, network, status, text }: { owner: Owner; network: string; status: number | null; text: string },
): void {
  world.hidden.add(owner);
  if (status === null || !world.setting.accepts.some((one) => one.network === network)) return;
  world.turnedAway.push({ owner, what: `${world.nameOf(owner)} asked for a wallet on ${network}: ${text}` });
}

/**
 * Nobody pays to an address that was never shown: a customer who gets an error instead tries once more.
 * @param more further values of the action
 */
export async function askToOpen(
  world: World,
  place: { owner: Owner; network: string },
  more: ActValues = {},
): Promise<ActAnswer> {
  const { app, adapter } = world.setting;
  const first = await app.act("open", { ...valuesOf(world, place), ...more });
  if (first.ok || first.address !== null || adapter.actions?.open?.address === undefined) return first;
  const second = await app.act("open", { ...valuesOf(world, place), ...more });
  return { ...second, text: `${first.text}, again: ${second.text}` };
}

/** An app may choose the names of its owners: the address says what the service calls this one. */
export async function learnNames(
  world: World,
  { owner, address, called }: { owner: Owner; address: string; called: string | null },
): Promise<void> {
  const { adapter, host, ownKey } = world.setting;
  const { owner: pointer, own_names } = adapter.actions?.open ?? {};
  if (pointer === undefined && own_names !== true) return;
  const service = await ownerOf(host, ownKey, address);
  if (service !== null) world.aliases.set(owner, { app: called ?? world.givenName(owner), service });
}

/** The values of an action that are not given: those of the usual place. */
export function valuesOf(
  world: World,
  given: { owner: Owner; network?: string; asset?: string },
): Record<string, string> {
  const [usual = { network: "base", asset: "USDC" }] = world.setting.accepts;
  const { owner, network = usual.network, asset = usual.asset } = given;
  const places = world.owners.get(owner);
  return {
    ...{ owner: world.calledOf(owner), address: places?.get(network) ?? [...(places?.values() ?? [])][0] ?? "" },
    ...{ network, asset, amount: "1", to: world.targetOf("none"), id: world.givenName(owner) },
  };
}

/** The address of an owner's wallet on a network, as the service tells it to the hunt's own key. */
export async function walletOf(world: World, owner: string, network: string): Promise<string | null> {
  const { host, ownKey } = world.setting;
  const path = `/v1/wallets/owner/${encodeURIComponent(owner)}`;
  const answer = await ask(host, { method: "GET", path, headers: { "x-api-key": ownKey } });
  if (answer === "lost") return null;
  const rows = (answer.body as { data?: unknown }).data;
  const list = (Array.isArray(rows) ? rows : ((rows as { items?: unknown })?.items ?? [])) as Record<string, unknown>[];
  const wallet = list.find((row) => row["network_symbol"] === network || row["symbol"] === network);
  return typeof wallet?.["address"] === "string" ? wallet["address"] : null;
}

export async function pay(world: World, step: Extract<HuntStep, { do: "pay" }>): Promise<Done> {
  const { owner, network, asset, amount, legs } = step;
  const places = world.owners.get(owner);
  if (places === undefined) return "idle";
  // A payment to a network on which the owner has no wallet goes to the address that it has elsewhere.
  const to = places.get(network) ?? [...places.values()][0];
  if (!to && world.hidden.has(owner)) return "idle";
  const target = to ? { to_address: to } : { owner: world.nameOf(owner) };
  const body = { network, asset, ...target };
  if (to && isMinted(step)) {
    await world.calls.add("POST", "/faucet", { network, asset, to_address: to, amount });
    return null;
  }
  const several = { network, legs: (legs ?? []).map((leg) => ({ asset, amount: leg, ...target })) };
  await world.calls.add("POST", "/deposits", legs === undefined ? { ...body, amount } : several);
  return null;
}

export async function uda(world: World, { owner, network }: { owner: Owner; network: string }): Promise<Done> {
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
export async function reject(world: World, { id }: { id: string }): Promise<Done> {
  const { host, ownKey } = world.setting;
  const headers = { "x-api-key": ownKey };
  const order = world.withdrawals.get(world.idOf(id));
  if (order === undefined) return "idle";
  // Filters compare addresses as they were sent, and an app may write them with capitals.
  const found = await ask(host, { method: "GET", path: "/v1/transfer/payout?limit=100", headers });
  const data = found === "lost" ? [] : (found.body as { data?: unknown }).data;
  const payouts = (Array.isArray(data) ? data : []) as { id: string; to_address: string }[];
  const payout = payouts.find(({ to_address }) => to_address.toLowerCase() === order.to);
  if (payout === undefined) return "idle";
  const answer = await ask(host, {
    method: "POST",
    path: `/v1/transfer/payout/${payout.id}/reject`,
    headers,
    body: {},
  });
  return answer === "lost" || answer.status >= 300 ? "idle" : null;
}

export async function restart(world: World): Promise<Done> {
  const { app, hunt } = world.setting;
  if (!app.canRestart) return "idle";
  const began = hunt.wall.monotonic();
  await app.restart();
  world.restarts += 1;
  world.restartMs += hunt.wall.monotonic() - began;
  return null;
}
