// Steps that change the sandbox: faults, repeated deliveries, the webhook secret; and what takes all changes back.
import { sleep } from "../../kernel/wall-clock.ts";
import { control } from "../../scenario/http-client.ts";
import { AppFault } from "../app/app.ts";
import { deliveriesAfter } from "../judge/truth.ts";
import { type FaultOf, type HuntStep, type Owner, ROTATION } from "../plan/step.ts";
import type { Done } from "./done.ts";
import type { World } from "./world.ts";

export async function fault(world: World, step: Extract<HuntStep, { do: "fault" }>): Promise<Done> {
  const { gate, effect, match = {}, after, times, params, of } = step;
  const body = {
    ...{ gate, effect, match: { ...match, ...subjectOf(world, of) } },
    ...(after === undefined ? {} : { after }),
    ...(times === undefined ? {} : { times }),
    ...(params === undefined ? {} : { params }),
  };
  await world.calls.add("POST", "/faults", body);
  return null;
}

/** What a fault matches on, if it is meant for one owner or withdrawal. */
function subjectOf(world: World, of: FaultOf | undefined): Record<string, string> {
  if (of === undefined) return {};
  return "owner" in of ? { owner: world.nameOf(of.owner) } : { to_address: world.targetOf(of.withdrawal) };
}

/** Minted or from the faucet, as the vault was filled before the first world. */
export async function fund(
  { calls, setting }: World,
  { network, asset, amount }: Extract<HuntStep, { do: "fund" }>,
): Promise<Done> {
  const to = setting.vaults.get(network);
  if (to === undefined) return "idle";
  await calls.add("POST", "/faucet", { network, asset, to_address: to, amount });
  return null;
}

export async function replay(world: World, { type }: { type: string }): Promise<Done> {
  const { host, cursors } = world.setting;
  const last = (await deliveriesAfter(host, cursors.delivery)).findLast(
    (one) => one.type === type && (one.state === "delivered" || one.state === "dead") && world.concerns(one),
  );
  if (last === undefined) return "idle";
  await control(host, "POST", `/deliveries/${last.id}/redeliver`, {});
  return null;
}

export async function retry(world: World, { owner }: { owner: Owner }): Promise<Done> {
  const { host } = world.setting;
  const query = `owner=${encodeURIComponent(world.nameOf(owner))}&state=failed&limit=1`;
  const { items } = await control(host, "GET", `/settlements?${query}`);
  const [failed] = items as { id: string }[];
  if (failed === undefined) return "idle";
  await control(host, "POST", `/settlements/${failed.id}/retry`, {});
  return null;
}

export async function rotate(world: World): Promise<Done> {
  const { sandbox, endpointId } = world.setting;
  // A second one would end the secret that the app knows.
  if (endpointId === null || world.changed.rotated) return "idle";
  const path = `/tenants/${sandbox.tenantId}/webhook-endpoints/${endpointId}/rotate-secret`;
  await world.calls.add("POST", path, { overlap: ROTATION, sign_with_both: true });
  world.changed.rotated = true;
  return null;
}

/** Takes back what steps changed: faults, mining modes, pauses, the secret. The calls wait for the next flush. */
export async function takeBack({ setting, changed, calls }: World): Promise<void> {
  const { sandbox, endpointId } = setting;
  const { mining, paused } = changed;
  await calls.add("DELETE", "/faults", undefined, { must: true });
  for (const network of mining) {
    await calls.add("POST", `/networks/${network}/mine`, { blocks: 1 }, { must: true });
    await calls.add("PUT", `/networks/${network}/mining`, { mode: "instant" }, { must: true });
    await calls.add("POST", `/networks/${network}/mine`, { blocks: 8 }, { must: true });
  }
  mining.clear();
  // Behind the blocks: a pause may have waited for one. A token that is not paused is refused.
  for (const { network, asset } of paused.values())
    await calls.add("POST", `/networks/${network}/tokens/${asset}/unpause`, {});
  paused.clear();
  if (!changed.rotated || endpointId === null) return;
  // Deliveries that wait are sent under both secrets first.
  await calls.add("POST", "/run-until-idle", { advance: true, limit: "30m" }, { must: true });
  const path = `/tenants/${sandbox.tenantId}/webhook-endpoints/${endpointId}/rotate-secret`;
  await calls.add("POST", path, { overlap: "0s", secret: sandbox.webhookSecret }, { must: true });
  changed.rotated = false;
}

/** Wall ms between two looks, and their number: the end of a process is told a little after the connections that it cuts. */
const END_PAUSE_MS = 20;
const END_LOOKS = 25;

/** Waits a moment for the end of an app that seems to be gone: else the next world would be the one that it died in. */
export async function awaitEnd({ setting: { app, hunt } }: World): Promise<void> {
  for (let left = END_LOOKS; left > 0 && app.died() === null; left -= 1) await sleep(hunt.wall, END_PAUSE_MS);
}

/** Starts an app that died again, and says so (B-15). @throws AppFault when it cannot */
export async function revive(world: World): Promise<void> {
  const { app } = world.setting;
  const died = app.died();
  if (died === null) return;
  world.breach({ rule: "B-15", level: "error", owner: null, what: `your app ended by itself: ${died}` });
  if (app.canRestart) await app.restart();
  else throw new AppFault(`the app ended by itself, and the hunt cannot start it again: ${died}`);
}

/**
 * Virtual time that work may wait for and still happen before a world is judged. What is refused again and again, such as the gas for a payout,
 * is tried at growing pauses of at most a day: left to the next world, it would keep that one's payouts waiting.
 */
const REST_LIMIT = "2d";

/** Has everything happen that is planned, with the next calls. */
export async function untilIdle({ calls }: World): Promise<void> {
  await calls.add("POST", "/run-until-idle", { advance: true, limit: REST_LIMIT }, { must: true });
}
