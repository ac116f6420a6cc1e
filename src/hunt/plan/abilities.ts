// What the app was seen to do, so that only troubles are tried that it can meet (U-22).
import { control } from "../../scenario/http-client.ts";
import type { Withdrawable } from "../judge/own-payouts.ts";
import { type AppCall, callsAfter } from "../judge/truth.ts";
import { learnWithdrawable } from "../world/last-orders.ts";
import { isPayableAt } from "../world/orders.ts";
import type { Played } from "../world/play.ts";
import type { Setting } from "../world/setting.ts";
import { assemble, plainWithdrawal } from "./assemble.ts";
import type { HuntStep, Place } from "./step.ts";
import { furtherContexts } from "./troubles/context.ts";
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
  const seen = new Seen();
  const watch = async (steps: readonly HuntStep[], at: Moment, context = ""): Promise<void> => {
    const { items } = await control(host, "GET", "/requests?surface=v1&limit=1");
    const before = (items as { sequence: number }[])[0]?.sequence ?? 0;
    await play(steps);
    seen.note(await callsAfter(host, before), at, context);
  };
  const settled = (trouble?: Trouble): HuntStep[] => [
    ...assemble(trouble === undefined ? [] : [trouble], usual).steps,
    { do: "settle" },
  ];
  const at = (moment: Moment): Trouble => ({ name: moment, family: "app", at: moment });
  const can = { withdraw: app.can("withdraw"), uda: app.can("uda"), reconcile: app.can("reconcile") };
  await watch([{ do: "open", owner: "a", network: usual.network }], "open");
  await watch(settled(), "pay");
  if (can.withdraw) await learnWithdrawable(setting, () => watch(plainWithdrawal(usual), "withdraw"));
  if (can.uda) await watch(settled(at("uda")), "uda");
  for (const { name, at: moment, around } of furtherContexts({ ...can, usual }))
    await watch(settled({ ...at(moment), ...around({ do: "settle" }) }), moment, name);
  const { operations, contexts, reads, pageSize } = seen;
  const others = accepts.slice(1);
  return {
    ...{ ...can, restart: app.canRestart, operations, contexts, reads, deep, usual, others },
    payable: others.filter((place) => isPayableAt(setting, place)),
    ...{ legs: await hasLegs(setting), pageSize: Math.min(MAX_PAGE, pageSize || USUAL_PAGE) },
  };
}

/** What the app was seen to call, at which moment first, and in which contexts it calls it more often than without. */
class Seen {
  readonly operations = new Map<string, Moment>();
  readonly contexts = new Map<string, string[]>();
  readonly reads = new Set<string>();
  pageSize = 0;
  /** How often each was called at each moment without a context. */
  readonly #usual = new Map<Moment, Map<string, number>>();

  note(calls: readonly AppCall[], at: Moment, context: string): void {
    const counts = this.#counted(calls, at);
    if (context === "") this.#usual.set(at, counts);
    const usual = context === "" ? undefined : this.#usual.get(at);
    for (const [operation, count] of counts) {
      const known = this.contexts.get(operation) ?? [];
      const isNew = count > (usual?.get(operation) ?? 0) && !known.includes(context);
      this.contexts.set(operation, isNew ? [...known, context] : known);
    }
  }

  #counted(calls: readonly AppCall[], at: Moment): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { operation_id, method, query } of calls) {
      this.pageSize = Math.max(this.pageSize, Number(new URLSearchParams(query).get("limit") ?? 0));
      if (operation_id === null) continue;
      counts.set(operation_id, (counts.get(operation_id) ?? 0) + 1);
      if (!this.operations.has(operation_id)) this.operations.set(operation_id, at);
      if (method === "GET") this.reads.add(operation_id);
    }
    return counts;
  }
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

const NOT_TOLD_WHERE = "no withdrawals elsewhere: an order of the action withdraw names no network or no asset";

const LEFT_TO_WITHDRAW: Readonly<Record<Withdrawable, readonly string[]>> = {
  ...{ unknown: [], all: [] },
  part: ["no withdrawals of all that is left: your app refuses them without any trouble too"],
  nothing: ["no withdrawals of what is left: your app refuses them without any trouble too"],
};

/** What is left out of the hunt, in one line each. */
export function leftOutOf(
  { withdraw, uda, restart, reconcile, legs, operations, others, payable = others }: Abilities,
  { adapter, cursors }: Setting,
): string[] {
  const restarts =
    adapter.keeps === false ? "your app keeps its books in memory" : "your app is not started by the hunt";
  return [
    ...(withdraw || operations.has("createPayout") ? [] : ["no payouts: the adapter has no action withdraw"]),
    ...(uda ? [] : ["no settlements: the adapter has no action uda"]),
    ...(reconcile ? [] : ["no repair job: the adapter has no action reconcile"]),
    ...(restart ? [] : [`no restarts: ${restarts}`]),
    ...(withdraw && payable.length < others.length ? [NOT_TOLD_WHERE] : []),
    ...LEFT_TO_WITHDRAW[cursors.payouts.withdrawable],
    ...(legs ? [] : ["no transactions with several legs"]),
  ];
}
