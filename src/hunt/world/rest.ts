// Brings a world to rest and judges it: when nothing more will come, books, payouts and webhooks must be right (U-12, U-13, U-16).
import { control } from "../../scenario/http-client.ts";
import { BooksFault } from "../judge/books.ts";
import { believed, deadOnes, isCutOff, isRepeated, metIn, refused } from "../judge/delivery-rules.ts";
import { callsAfter, deliveriesAfter, deliveriesPath, type TrueDelivery } from "../judge/truth.ts";
import { areAnswersLost, arePayoutsLost, isServedBadly } from "../plan/served-badly.ts";
import { type HuntStep, has } from "../plan/step.ts";
import type { Breach } from "../report.ts";
import { reconcile } from "./app-steps.ts";
import { booksAtRest, pendingIds, readTruth } from "./look.ts";
import { repeatedPayouts } from "./own-payouts.ts";
import { awaitEnd, revive, takeBack } from "./sandbox-steps.ts";
import type { World } from "./world.ts";

/**
 * Virtual time that work may wait for and still happen before a world is judged. What is refused again and again, such as the gas for a payout,
 * is tried at growing pauses of at most a day: left to the next world, it would keep that one's payouts waiting.
 */
const REST_LIMIT = "2d";

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
  await untilIdle(world);
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
  world.breach(...turnedAway(world, steps));
  const why = await judgeBooks(world, steps);
  if (why !== null) await awaitEnd(world);
  if ([...world.deposits.values()].flat().some(({ state }) => state === "orphaned")) world.met.add("deposit orphaned");
  await revive(world);
  return why ?? emptiness(world, steps);
}

async function untilIdle({ calls }: World): Promise<void> {
  await calls.add("POST", "/run-until-idle", { advance: true, limit: REST_LIMIT }, { must: true });
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
      await untilIdle(world);
      await readTruth(world);
      await world.calls.flush();
      breaches = await booksAtRest(world, pending);
    } else if (breaches.length > 0 && dead.length > 0 && !wasWrong) {
      const lasting = breaches.filter(({ rule }) => rule === "B-03" || rule === "B-07" || rule === "B-08");
      if (lasting.length === 0) return "webhooks died, and the adapter has no action reconcile";
      breaches = lasting;
    }
    world.breach(...breaches);
    return world.open.size > 0 ? "a payout never ended at the service" : null;
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

/** B-17: an app that was just started, or whose requests were answered badly, may be right to refuse. */
function turnedAway(world: World, steps: readonly HuntStep[]): Breach[] {
  if (world.restarts > 0 || has(steps, "restart") || isServedBadly(steps)) return [];
  return world.turnedAway.map(({ owner, what }) => ({
    ...{ rule: "B-17", level: "warning", owner: world.nameOf(owner) },
    what: `${what}, although the service answered well`,
  }));
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
