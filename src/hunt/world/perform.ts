// Performs the steps of a plan; a step whose owner or wallet is missing does nothing (U-20).
import { control, HostFault } from "../../scenario/http-client.ts";
import type { HuntStep, StepKind } from "../plan/step.ts";
import { open, pay, reconcile, reject, restart, uda, withdraw } from "./app-steps.ts";
import type { Done } from "./done.ts";
import { fault, replay, rotate } from "./sandbox-steps.ts";
import type { World } from "./world.ts";

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
