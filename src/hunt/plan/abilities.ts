// What the app was seen to do, so that only troubles are tried that it can meet (U-22).
import { control } from "../../scenario/http-client.ts";
import { callsAfter } from "../judge/truth.ts";
import type { Played } from "../world/play.ts";
import type { Setting } from "../world/setting.ts";
import { assemble } from "./assemble.ts";
import type { HuntStep, Place } from "./step.ts";
import type { Abilities, Moment, Trouble } from "./troubles/trouble.ts";

/** Payments that are made to fill a page, and those when the app was never seen to ask for pages. */
const MAX_PAGE = 120;
const USUAL_PAGE = 5;

/** Plays what the app can do once, and reads which operations it called at which moment. @throws HostFault */
export async function abilitiesOf(
  setting: Setting,
  play: (steps: readonly HuntStep[]) => Promise<Played>,
  { usual, deep }: { usual: Place; deep: boolean },
): Promise<Abilities> {
  const { app, host, accepts } = setting;
  const operations = new Map<string, Moment>();
  const reads = new Set<string>();
  let pageSize = 0;
  const watch = async (moment: Moment, steps: readonly HuntStep[]): Promise<void> => {
    const { items } = await control(host, "GET", "/requests?surface=v1&limit=1");
    const before = (items as { sequence: number }[])[0]?.sequence ?? 0;
    await play(steps);
    for (const { operation_id, method, query } of await callsAfter(host, before)) {
      if (operation_id !== null && !operations.has(operation_id)) operations.set(operation_id, moment);
      if (operation_id !== null && method === "GET") reads.add(operation_id);
      pageSize = Math.max(pageSize, Number(new URLSearchParams(query).get("limit") ?? 0));
    }
  };
  const at = (moment: Moment): Trouble => ({ name: moment, family: "app", at: moment });
  await watch("open", [{ do: "open", owner: "a", network: usual.network }]);
  await watch("pay", [...assemble([], usual).steps, { do: "settle" }]);
  if (app.can("withdraw")) await watch("withdraw", [...assemble([at("withdraw")], usual).steps, { do: "settle" }]);
  if (app.can("uda")) await watch("uda", [...assemble([at("uda")], usual).steps, { do: "settle" }]);
  if (app.can("reconcile")) await watch("pay", [...assemble([], usual).steps, { do: "settle" }, { do: "reconcile" }]);
  return {
    ...{ withdraw: app.can("withdraw"), uda: app.can("uda"), restart: app.canRestart, reconcile: app.can("reconcile") },
    ...{ operations, reads, deep, usual, others: accepts.slice(1), legs: await hasLegs(setting) },
    pageSize: Math.min(MAX_PAGE, pageSize || USUAL_PAGE),
  };
}

/** Whether a deposit can have several legs in this version of the sandbox: an empty list of them is refused by name then. */
async function hasLegs({ host, sandbox }: Setting): Promise<boolean> {
  const refusal = await control(host, "POST", "/deposits", {
    tenant_id: sandbox.tenantId,
    network: "base",
    legs: [],
  }).catch(String);
  return typeof refusal === "string" && !/additional|unknown|not known|not allowed/i.test(refusal);
}

/** What is left out of the hunt, in one line each. */
export function leftOutOf(
  { withdraw, uda, restart, reconcile, legs, operations }: Abilities,
  { adapter }: Setting,
): string[] {
  const restarts =
    adapter.keeps === false ? "your app keeps its books in memory" : "your app is not started by the hunt";
  return [
    ...(withdraw || operations.has("createPayout") ? [] : ["no payouts: the adapter has no action withdraw"]),
    ...(uda ? [] : ["no settlements: the adapter has no action uda"]),
    ...(reconcile ? [] : ["no repair job: the adapter has no action reconcile"]),
    ...(restart ? [] : [`no restarts: ${restarts}`]),
    ...(legs ? [] : ["no transactions with several legs"]),
  ];
}
