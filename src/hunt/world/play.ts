// Plays one plan as one world: the steps with looks in between, then rest, then the verdict (U-10…U-13, U-16).
import { control } from "../../scenario/http-client.ts";
import { BooksFault } from "../judge/books.ts";
import { believed, deadOnes, isCutOff, isRepeated, metIn, refused } from "../judge/delivery-rules.ts";
import { callsAfter, deliveriesAfter, deliveriesPath, type TrueDelivery } from "../judge/truth.ts";
import { areAnswersLost, arePayoutsLost, isServedBadly } from "../plan/served-badly.ts";
import { type HuntStep, has } from "../plan/step.ts";
import type { Breach, StoryRun, WorldVerdict } from "../report.ts";
import { reconcile } from "./app-steps.ts";
import { booksAtRest, differences, look, pendingIds, readTruth } from "./look.ts";
import { repeatedPayouts } from "./own-payouts.ts";
import { perform } from "./perform.ts";
import { awaitEnd, revive, takeBack } from "./sandbox-steps.ts";
import type { Setting } from "./setting.ts";
import { beginTrace, trace } from "./trace.ts";
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
  if (traced) await beginTrace(world);
  await playSteps(world, steps, traced);
  const why = await rest(world, steps);
  world.differences = differences(world);
  return {
    verdict: world.breaches.length > 0 ? "failed" : why === null ? "passed" : "not judged",
    ...{
      why: world.isBroken ? null : why,
      breaches: world.breaches,
      met: [...world.met],
      at: world.at ?? steps.length,
    },
    story: { lines: world.lines, events: world.events, breaches: world.breaches, differences: world.differences },
    ...{ restarts: world.restarts, restartMs: world.restartMs },
    durations: world.deliveries.flatMap(({ attempts }) =>
      attempts.flatMap(({ fault, duration_ms }) => (fault === null && duration_ms !== null ? [duration_ms] : [])),
    ),
  };
}

/** Plays the steps until an error is seen, with looks in between. */
async function playSteps(world: World, steps: readonly HuntStep[], traced: boolean): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const asked = await perform(world, step);
    // A story is told step by step; without one, calls of the sandbox wait for each other.
    if (traced) await trace(world, step, (await world.calls.flush()) > 0 ? "idle" : asked);
    if (isLookedAfter(world, step, steps[index + 1])) await lookAfter(world, index + 1, traced);
    if (world.isBroken) return;
  }
}

async function lookAfter(world: World, played: number, traced: boolean): Promise<void> {
  await world.calls.flush();
  if (world.isBroken) return;
  await look(world, played);
  if (traced) await world.calls.flush();
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
  const { host, cursors } = world.setting;
  const { mining, rotated } = world.changed;
  const isMuch = mining.size > 0 || rotated;
  let first: TrueDelivery[] = [];
  await revive(world);
  await takeBack(world);
  if (isMuch) {
    // What comes now may be too much for the app, and it must be there for what is sent again.
    await world.calls.flush();
    await revive(world);
  }
  await world.calls.add("POST", "/run-until-idle", { advance: true, limit: "1h" }, { must: true });
  const read = ({ items }: Record<string, unknown>): void => {
    first = items as TrueDelivery[];
  };
  await world.calls.add("GET", deliveriesPath(cursors.delivery), undefined, { read, must: true });
  await readTruth(world);
  await world.calls.flush();
  world.deliveries = await deliveriesAfter(host, cursors.delivery, first);
  if (world.deliveries.some(isCutOff)) await awaitEnd(world);
  await revive(world);
  cursors.delivery = world.deliveries.at(-1)?.id ?? cursors.delivery;
  world.breach(...believed(world.deliveries), ...refused(world.deliveries, !isServedBadly(steps)));
  for (const name of metIn(world.deliveries, world.restarts > 0)) world.met.add(name);
  await repeatedPayments(world, steps);
  await repeatedPayouts(world, steps);
  const why = await judgeBooks(world, steps);
  if (why !== null) await awaitEnd(world);
  if ([...world.deposits.values()].flat().some(({ state }) => state === "orphaned")) world.met.add("deposit orphaned");
  await revive(world);
  return why ?? emptiness(world, steps);
}

async function judgeBooks(world: World, steps: readonly HuntStep[]): Promise<string | null> {
  const { app } = world.setting;
  if (!app.hasBooks) return null;
  const wasWrong = world.breaches.length > 0;
  try {
    let breaches = await booksAtRest(world, null);
    const dead = deadOnes(world.deliveries);
    if (breaches.length > 0 && (dead.length > 0 || pendingIds(world).length > 0) && app.can("reconcile")) {
      const isUnknown = dead.length > 0 || has(steps, "reconcile") || has(steps, "restart") || arePayoutsLost(steps);
      // A withdrawal whose request was lost is rightly pending until somebody asks.
      const pending = isUnknown ? null : pendingIds(world).filter((id) => isToldOf(world, id));
      await reconcile(world);
      await world.calls.add("POST", "/run-until-idle", { advance: true, limit: "1h" }, { must: true });
      await readTruth(world);
      await world.calls.flush();
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
  const { host, cursors } = world.setting;
  if (areAnswersLost(steps) && isRepeated(await callsAfter(host, cursors.request)))
    world.met.add("answer of the service lost, request repeated");
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
