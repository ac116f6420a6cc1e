// Steps that change the sandbox: faults, repeated deliveries, the webhook secret; and what takes all changes back.
import { control, HostFault } from "../../scenario/http-client.ts";
import { AppFault } from "../app/app.ts";
import { deliveriesAfter } from "../judge/truth.ts";
import type { HuntStep } from "../plan/step.ts";
import type { Done } from "./done.ts";
import type { World } from "./world.ts";

export async function fault(world: World, step: Extract<HuntStep, { do: "fault" }>): Promise<Done> {
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

export async function replay(world: World, { type }: { type: string }): Promise<Done> {
  const { host, cursors } = world.setting;
  const last = (await deliveriesAfter(host, cursors.delivery)).findLast((one) => one.type === type);
  if (last === undefined) return "idle";
  await control(host, "POST", `/deliveries/${last.id}/redeliver`, {});
  return null;
}

export async function rotate(world: World): Promise<Done> {
  const { host, sandbox, endpointId } = world.setting;
  if (endpointId === null) return "idle";
  const path = `/tenants/${sandbox.tenantId}/webhook-endpoints/${endpointId}/rotate-secret`;
  await control(host, "POST", path, { overlap: "1h", sign_with_both: true });
  world.changed.rotated = true;
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
