// Plays one plan as one world: the steps with looks in between, then rest, then the verdict (U-10…U-13, U-16).
import { parseTime } from "../../kernel/clock.ts";
import { control } from "../../scenario/http-client.ts";
import { BooksFault } from "../judge/books.ts";
import { believed, deadOnes, metIn, refused } from "../judge/delivery-rules.ts";
import { callsAfter, deliveriesAfter } from "../judge/truth.ts";
import { flat, type HuntStep, has } from "../plan/step.ts";
import type { Breach, StoryRun, WorldVerdict } from "../report.ts";
import { reconcile } from "./app-steps.ts";
import { booksAtRest, differences, look, pendingIds } from "./look.ts";
import { perform } from "./perform.ts";
import { takeBack } from "./sandbox-steps.ts";
import type { Setting } from "./setting.ts";
import { callText, deliveryText, stepText } from "./story-lines.ts";
import { World } from "./world.ts";

export type Played = {
  readonly verdict: WorldVerdict;
  readonly why: string | null;
  readonly breaches: readonly Breach[];
  readonly story: StoryRun;
  readonly met: readonly string[];
  /** How many steps were played when an error was seen first; all of them if it was seen at rest. */
  readonly at: number;
  readonly restarts: number;
  readonly restartMs: number;
  /** Wall ms that the app took to answer genuine webhooks. */
  readonly durations: readonly number[];
};

/** Plays a world. @throws HostFault when the sandbox answers no more; AppFault when the app cannot be started again */
export async function play(
  setting: Setting,
  steps: readonly HuntStep[],
  number: number,
  traced = false,
): Promise<Played> {
  const world = new World(setting, number);
  let at = steps.length;
  if (traced)
    setting.cursors.request =
      (await callsAfter(setting.host, setting.cursors.request)).at(-1)?.sequence ?? setting.cursors.request;
  for (const [index, step] of steps.entries()) {
    const asked = await perform(world, step);
    if (traced) await trace(world, step, asked);
    if (isLookedAfter(world, step, steps[index + 1])) await look(world);
    if (world.breaches.some(({ level }) => level === "error")) {
      at = index + 1;
      break;
    }
  }
  const why = await rest(world, steps);
  const error = world.breaches.some(({ level }) => level === "error");
  world.differences = differences(world);
  return {
    verdict: world.breaches.length > 0 ? "failed" : why === null ? "passed" : "not judged",
    ...{ why: error ? null : why, breaches: world.breaches, met: [...world.met], at },
    story: { lines: world.lines, events: world.events, breaches: world.breaches, differences: world.differences },
    ...{ restarts: world.restarts, restartMs: world.restartMs },
    durations: world.deliveries.flatMap(({ attempts }) =>
      attempts.flatMap(({ fault, duration_ms }) => (fault === null && duration_ms !== null ? [duration_ms] : [])),
    ),
  };
}

const LOOKED_AFTER: ReadonlySet<HuntStep["do"]> = new Set([
  ...(["pay", "settle", "travel", "mine", "reorg", "replay", "reconcile", "together", "heal", "withdraw"] as const),
]);

/** The books are not read before a restart that is to hit the app at work; after the last step rest looks, unless blocks have to come first. */
function isLookedAfter({ changed }: World, { do: kind }: HuntStep, next: HuntStep | undefined): boolean {
  return LOOKED_AFTER.has(kind) && next?.do !== "restart" && (next !== undefined || changed.mining.size > 0);
}

/** Brings the world to rest and judges it; returns why it could not be judged, or null. */
export async function rest(world: World, steps: readonly HuntStep[]): Promise<string | null> {
  const { host, cursors, app } = world.setting;
  await takeBack(world);
  await control(host, "POST", "/run-until-idle", { advance: true, limit: "1h" });
  world.deliveries = await deliveriesAfter(host, cursors.delivery);
  cursors.delivery = world.deliveries.at(-1)?.id ?? cursors.delivery;
  world.breach(...believed(world.deliveries), ...refused(world.deliveries, !isServedBadly(steps)));
  for (const name of metIn(world.deliveries, world.restarts > 0)) world.met.add(name);
  await repeatedPayments(world, steps);
  const why = await judgeBooks(world, steps);
  if ([...world.deposits.values()].flat().some(({ state }) => state === "orphaned")) world.met.add("deposit orphaned");
  if (app.died() !== null) await takeBack(world);
  return why ?? emptiness(world, steps);
}

/** Whether the service answered badly on purpose: then the app may refuse a webhook that it cannot work on. */
function isServedBadly(steps: readonly HuntStep[]): boolean {
  return flat(steps).some((step) => step.do === "fault" && step.gate === "api.request");
}

async function judgeBooks(world: World, steps: readonly HuntStep[]): Promise<string | null> {
  const { app, host } = world.setting;
  if (!app.hasBooks) return null;
  const wasWrong = world.breaches.length > 0;
  try {
    let breaches = await booksAtRest(world, null);
    const dead = deadOnes(world.deliveries);
    if (breaches.length > 0 && (dead.length > 0 || pendingIds(world).length > 0) && app.can("reconcile")) {
      const isUnknown = dead.length > 0 || has(steps, "reconcile") || has(steps, "restart") || isServedBadly(steps);
      // A withdrawal whose request was lost is rightly pending until somebody asks.
      const pending = isUnknown ? null : pendingIds(world).filter((id) => isToldOf(world, id));
      await reconcile(world);
      await control(host, "POST", "/run-until-idle", { advance: true, limit: "1h" });
      breaches = await booksAtRest(world, pending);
    } else if (breaches.length > 0 && dead.length > 0 && !wasWrong) {
      const lasting = breaches.filter(({ rule }) => rule === "B-03" || rule === "B-07" || rule === "B-08");
      if (lasting.length === 0) return "webhooks died, and the adapter has no action reconcile";
      breaches = lasting;
    }
    world.breach(...breaches);
    return null;
  } catch (error) {
    if (!(error instanceof BooksFault)) throw error;
    return error.message;
  }
}

/** Whether a webhook about the end of this withdrawal arrived: a payout that expires is told by none. */
function isToldOf({ withdrawals, deliveries }: World, id: string): boolean {
  const to = withdrawals.get(id)?.to ?? "";
  return deliveries.some(
    ({ type, state, body }) =>
      state === "delivered" &&
      (type === "transaction.confirmed" || type === "transaction.failed") &&
      body?.toLowerCase().includes(to) === true,
  );
}

/** B-14: the rule of contract testing about a payment that was repeated under a new reference (CF-07). */
async function repeatedPayments(world: World, steps: readonly HuntStep[]): Promise<void> {
  if (!isServedBadly(steps)) return;
  const { host } = world.setting;
  const { findings } = await control(host, "GET", "/contract");
  const found = (findings as { rule: string; evidence: string }[]).filter(({ rule }) => rule === "CF-07");
  for (const { evidence } of found)
    world.breach({
      rule: "B-14",
      level: "error",
      owner: null,
      what: `your app paid again under a new reference after a lost answer: ${evidence}`,
    });
  await control(host, "DELETE", "/contract");
}

/** Why a world that found nothing proves nothing (U-16); null when it does. */
function emptiness(world: World, steps: readonly HuntStep[]): string | null {
  const opened = [...world.owners.values()].some((places) => places.size > 0);
  if (has(steps, "open") && !opened && !isServedBadly(steps)) return "no owner got a wallet";
  const deposits = [...world.deposits.values()].flat();
  if (has(steps, "pay") && opened && world.setting.app.hasBooks && deposits.length === 0) return "no deposit arrived";
  const answered = world.deliveries.some(({ attempts }) => attempts.some(({ status }) => status !== null));
  return deposits.length > 0 && !answered ? "no webhook was answered" : null;
}

/** Keeps what a step did, for the story. */
async function trace(world: World, step: HuntStep, asked: string | null): Promise<void> {
  const { host, cursors } = world.setting;
  const calls = await callsAfter(host, cursors.request);
  cursors.request = calls.at(-1)?.sequence ?? cursors.request;
  const told = new Map(world.deliveries.map((one) => [one.id, one.attempts.length]));
  world.deliveries = await deliveriesAfter(host, cursors.delivery);
  const fresh = world.deliveries.filter(({ id, attempts }) => attempts.length > (told.get(id) ?? 0));
  const happened = [...fresh.map(deliveryText), ...calls.map(callText)];
  const text = stepText(step, (owner) => world.nameOf(owner));
  world.lines.push({ step, text, asked: asked === "idle" ? "nothing to do" : asked, happened });
  const index = world.lines.length - 1;
  const { now } = await control(host, "GET", "/clock");
  const time = parseTime(String(now)) ?? 0;
  world.events.push({ lane: laneOf(step), at: time, step: index, text, isWrong: false });
  for (const one of fresh)
    world.events.push({
      lane: "webhook",
      at: time,
      step: index,
      text: deliveryText(one),
      isWrong: one.state === "dead",
    });
  for (const call of calls)
    world.events.push({
      lane: "service",
      at: time,
      step: index,
      text: callText(call),
      isWrong: (call.status ?? 0) >= 400,
    });
}

function laneOf({ do: kind }: HuntStep): "app" | "service" | "chain" | "webhook" {
  if (["open", "withdraw", "uda", "reconcile", "restart"].includes(kind)) return "app";
  if (["pay", "mine", "mining", "reorg", "pause", "unpause"].includes(kind)) return "chain";
  return kind === "replay" || kind === "rotate" ? "webhook" : "service";
}
