// Brings a world to rest and judges it: when nothing more will come, books, payouts and webhooks must be right (U-12, U-13, U-16).
import { control } from "../../scenario/http-client.ts";
import { BooksFault } from "../judge/books.ts";
import { believed, deadOnes, isCutOff, isRepeated, metIn, refused, type Situation } from "../judge/delivery-rules.ts";
import type { RuleId } from "../judge/rule.ts";
import { callsAfter } from "../judge/truth.ts";
import { areAnswersLost, areWebhooksDropped, isServedBadly } from "../plan/served-badly.ts";
import { type HuntStep, has } from "../plan/step.ts";
import type { Breach } from "../report.ts";
import { lastOrders } from "./last-orders.ts";
import { booksAtRest } from "./look.ts";
import { repeatedPayouts } from "./own-payouts.ts";
import { readAtRest } from "./read-world.ts";
import { afterRepair, type Ended, isRepairedAnyway, isToRepair } from "./repair.ts";
import { awaitEnd, revive, takeBack } from "./sandbox-steps.ts";
import type { World } from "./world.ts";

/** Brings the world to rest and judges it; returns why it could not be judged, or null. */
export async function rest(world: World, steps: readonly HuntStep[]): Promise<string | null> {
  const [why = null] = await restAll(world, [{ world, steps }]);
  return why;
}

/**
 * Brings the worlds of a journey to rest and judges each; returns why one could not be judged, or null, in their order. What belongs to none of
 * them is a breach of the journey.
 */
export async function restAll(journey: World, ended: readonly Ended[]): Promise<(string | null)[]> {
  await comeToRest(journey, ended);
  for (const { world, steps } of ended) {
    const wasThere = ranAllTheWhile(journey, [{ world, steps }]);
    world.breach(...believed(world.deliveries));
    world.breach(...refused(world.deliveries, { wellServed: !isServedBadly(steps), wasThere }));
    for (const name of metIn(world.deliveries, world.restarts > 0)) world.met.add(name);
    world.breach(...turnedAway(world, steps));
  }
  const all = ended.flatMap(({ steps }) => steps);
  for (const name of await repeatedPayments(journey, all)) for (const { world } of ended) world.met.add(name);
  const deposits = ended.flatMap(({ world }) => [...world.deposits.values()].flat()).length;
  await repeatedPayouts(journey, all, deposits);
  const whys = await judgeBooks(journey, ended);
  await lastOrders(
    journey,
    ended.filter((_, index) => whys[index] === null),
  );
  if (whys.some((why) => why !== null)) await awaitEnd(journey);
  for (const { world } of ended)
    if ([...world.deposits.values()].flat().some(({ state }) => state === "orphaned"))
      world.met.add("deposit orphaned");
  await revive(journey);
  return ended.map(({ world, steps }, index) => whys[index] ?? emptiness(world, steps));
}

/** Takes back what steps changed, has everything happen that is planned, and reads what came of it. */
async function comeToRest(journey: World, ended: readonly Ended[]): Promise<void> {
  const { mining, rotated } = journey.changed;
  const isMuch = mining.size > 0 || rotated;
  await revive(journey);
  await takeBack(journey);
  if (isMuch) {
    // What comes now may be too much for the app, and it must be there for what is sent again.
    await journey.calls.flush();
    await revive(journey);
  }
  const all = await readAtRest(
    journey,
    ended.map(({ world }) => world),
  );
  if (all.some(isCutOff)) await awaitEnd(journey);
  await revive(journey);
  for (const { world } of ended) world.deliveries = all.filter((one) => world.concerns(one));
  const of = new Set(ended.flatMap(({ world }) => world.deliveries));
  const others = all.filter((one) => !of.has(one));
  const wellServed = !ended.some(({ steps }) => isServedBadly(steps));
  journey.breach(...believed(others), ...refused(others, { wellServed, wasThere: ranAllTheWhile(journey, ended) }));
}

/** No step ended the app, and it did not end by itself: a webhook that nobody answered was refused. */
function ranAllTheWhile(journey: World, ended: readonly Ended[]): boolean {
  const died = journey.breaches.some(({ rule }) => rule === "B-15");
  return !died && ended.every(({ world, steps }) => world.restarts === 0 && !has(steps, "restart"));
}

/** Why the books of a world prove nothing, or null, for each in its place; what they break is noted. */
async function judgeBooks(journey: World, ended: readonly Ended[]): Promise<(string | null)[]> {
  if (!journey.setting.app.hasBooks) return ended.map(() => null);
  const wereWrong = new Set(ended.filter(({ world }) => world.breaches.length > 0));
  const resting = ended.map((one) => ({
    ...{ world: one.world, pendingBefore: null },
    isRepairedAnyway: () => isRepairedAnyway(one),
  }));
  const found = await booksAtRest(journey, resting);
  const repaired = await afterRepair(
    journey,
    ended.filter((one, index) => isToRepair(one, found[index])),
  );
  return ended.map((one, index) => {
    const { world } = one;
    const breaches = repaired.get(one) ?? found[index] ?? [];
    if (breaches instanceof BooksFault) return breaches.message;
    const isDead = !repaired.has(one) && deadOnes(world.deliveries).length > 0 && !wereWrong.has(one);
    const lasting = isDead ? breaches.filter(({ rule }) => LASTING.has(rule)) : breaches;
    if (breaches.length > 0 && lasting.length === 0) return "webhooks died, and the adapter has no action reconcile";
    world.breach(...lasting);
    return world.open.size > 0 ? "a payout never ended at the service" : null;
  });
}

/** What no webhook that comes later makes right. */
const LASTING: ReadonlySet<RuleId> = new Set(["B-03", "B-07", "B-08"]);

/** B-14: the rule of contract testing about a payment that was repeated under a new reference (CF-07). Returns what was met. */
async function repeatedPayments(journey: World, steps: readonly HuntStep[]): Promise<Situation[]> {
  if (!isServedBadly(steps)) return [];
  const { host, cursors } = journey.setting;
  const isMet = areAnswersLost(steps) && isRepeated(await callsAfter(host, cursors.request));
  const { findings } = await control(host, "GET", "/contract");
  const found = (findings as { rule: string; evidence: string }[]).filter(({ rule }) => rule === "CF-07");
  for (const { evidence } of found)
    journey.breach({
      rule: "B-14",
      level: "error",
      owner: null,
      what: `your app paid again under a new reference after a lost answer: ${evidence}`,
    });
  await control(host, "DELETE", "/contract");
  return isMet ? ["answer of the service lost, request repeated"] : [];
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
  // Where none is sent on purpose, the repair job is what is judged.
  if (areWebhooksDropped(steps)) return null;
  const answered = world.deliveries.some(({ attempts }) => attempts.some(({ status }) => status !== null));
  return deposits.length > 0 && !answered ? "no webhook was answered" : null;
}
