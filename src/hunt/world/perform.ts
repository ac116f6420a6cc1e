// Performs the steps of a plan; a step whose owner or wallet is missing does nothing (U-20).
import { beginTogether } from "../../scenario/apart.ts";
import { HostFault } from "../../scenario/http-client.ts";
import type { HuntStep, StepKind } from "../plan/step.ts";
import { open, pay, reconcile, reject, restart, uda } from "./app-steps.ts";
import type { Done } from "./done.ts";
import { withdraw } from "./orders.ts";
import { fault, fund, replay, retry, rotate } from "./sandbox-steps.ts";
import type { World } from "./world.ts";

type Perform<Kind extends StepKind> = (world: World, step: Extract<HuntStep, { do: Kind }>) => Promise<Done>;

/**
 * Performs a step and the work that is due then. Calls of the sandbox wait for the next flush; the app is asked once they are made, and not
 * at all if they showed that the world is broken. Refusals of the sandbox make a step idle.
 */
export async function perform(world: World, step: HuntStep): Promise<Done> {
  if (isAsking(step)) await world.calls.flush();
  if (world.isBroken) return "idle";
  const done = await attempted(world, step);
  if (done !== "idle" && !isQuiet(step)) await world.calls.add("POST", "/run-until-idle", {});
  return done;
}

/** It needs to see what the steps before did: it asks the app or reads the sandbox. */
export function isAsking({ do: kind }: HuntStep): boolean {
  return ASKING.has(kind);
}

/** Nothing is due after it, or it does what is due itself. */
export function isQuiet({ do: kind }: HuntStep): boolean {
  return QUIET.has(kind);
}

const ASKING: ReadonlySet<StepKind> = new Set([
  ...(["open", "withdraw", "uda", "reconcile", "reject", "retry", "restart", "replay", "together"] as const),
]);

const QUIET: ReadonlySet<StepKind> = new Set(["fault", "travel", "settle", "mining", "restart", "rotate"]);

/** Performs a step; a call of the sandbox that is refused makes it idle. */
export async function attempted(world: World, step: HuntStep): Promise<Done> {
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
  fund,
  withdraw,
  uda,
  fault,
  replay,
  rotate,
  retry,
  restart,
  reconcile,
  reject,
  heal: ({ calls }) => queued(calls.add("DELETE", "/faults")),
  travel: ({ calls }, { by }) => queued(calls.add("POST", "/clock/advance", { by })),
  settle: ({ calls }) => queued(calls.add("POST", "/run-until-idle", { advance: true, limit: "1h" })),
  mining({ calls, changed }, { network, mode }) {
    changed.mining.add(network);
    return queued(calls.add("PUT", `/networks/${network}/mining`, { mode }));
  },
  mine: ({ calls }, { network, blocks }) => queued(calls.add("POST", `/networks/${network}/mine`, { blocks })),
  reorg({ calls, changed }, { network, depth, transactions, force }) {
    if (force) changed.forced = true;
    const body = { depth, transactions, ...(force ? { force } : {}) };
    return queued(calls.add("POST", `/networks/${network}/reorg`, body));
  },
  pause({ calls, changed }, { network, asset }) {
    changed.paused.set(`${network} ${asset}`, { network, asset });
    return queued(calls.add("POST", `/networks/${network}/tokens/${asset}/pause`, {}));
  },
  // It may come too early for a pause that waits for a block: the end of the world unpauses once more.
  unpause({ calls }, { network, asset }) {
    return queued(calls.add("POST", `/networks/${network}/tokens/${asset}/unpause`, {}));
  },
  async together(world, { steps, apart }) {
    const { wall } = world.setting.hunt;
    world.calls.isAtOnce = true;
    const done = await beginTogether(steps, { apart, wall }, (step) => attempted(world, step));
    world.calls.isAtOnce = false;
    const texts = done.filter((one) => one !== null && one !== "idle");
    return texts.length === 0 ? (done.every((one) => one === "idle") ? "idle" : null) : texts.join("; ");
  },
};

async function queued(call: Promise<void>): Promise<null> {
  await call;
  return null;
}
