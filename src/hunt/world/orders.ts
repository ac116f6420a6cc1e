// Orders of withdrawals, and what the app answered to them.
import type { ActAnswer } from "../app/app.ts";
import type { HuntStep, Place } from "../plan/step.ts";
import { valuesOf } from "./app-steps.ts";
import type { Done } from "./done.ts";
import { type Setting, usualPlace } from "./setting.ts";
import type { World } from "./world.ts";

type WithdrawStep = Extract<HuntStep, { do: "withdraw" }>;

/** Whether an order says that it is to be paid here. An app that is told no network or no asset pays where it usually does. */
export function isPayableAt({ app, accepts }: Pick<Setting, "app" | "accepts">, { network, asset }: Place): boolean {
  const usual = usualPlace({ accepts });
  const isNetwork = network === usual.network || app.namesInOrders("network");
  return isNetwork && (asset === usual.asset || app.namesInOrders("asset"));
}

export async function withdraw(world: World, step: WithdrawStep): Promise<Done> {
  if (!world.setting.app.can("withdraw") || !world.owners.has(step.owner)) return "idle";
  return (await askToWithdraw(world, step)).text;
}

/** Orders a withdrawal, and notes whether it was refused. */
export async function askToWithdraw(world: World, step: WithdrawStep): Promise<ActAnswer> {
  const { owner, id, amount, network, asset } = step;
  const { app } = world.setting;
  const name = world.idOf(id);
  const to = world.targetOf(id);
  // The same order again keeps its amount: one id has one target and one amount.
  const known = world.withdrawals.get(name);
  const called = world.calledOf(owner);
  const one = known ?? { id: name, owner: world.nameOf(owner), called, network, asset, amount, to };
  world.withdrawals.set(name, one);
  const given = valuesOf(world, { owner, network: one.network, asset: one.asset });
  const answer = await app.act("withdraw", { ...given, owner: one.called, amount: one.amount, to, id: name });
  keepAnswer(world, name, answer);
  return answer;
}

/** What the app answered to the withdrawal with this name. */
export function keepAnswer({ answers }: World, name: string, answer: Pick<ActAnswer, "ok" | "status">): void {
  answers.set(name, [...(answers.get(name) ?? []), answer]);
}

/** The app understood the request and said no: nothing will be paid for it. */
export function isRefusal({ ok, status }: Pick<ActAnswer, "ok" | "status">): boolean {
  return !ok && status !== null && status >= 400 && status < 500 && status !== 409 && status !== 429;
}

/** Refused each time that it was ordered. */
export function isRefused(world: World, id: string): boolean {
  const answers = world.answers.get(id) ?? [];
  return answers.length > 0 && answers.every(isRefusal);
}
