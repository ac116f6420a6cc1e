// The repair job of the app at the end of a world: when webhooks died or an answer was lost, only asking the service makes the books right (U-13).
import { BooksFault } from "../judge/books.ts";
import { deadOnes } from "../judge/delivery-rules.ts";
import { arePayoutsLost } from "../plan/served-badly.ts";
import { type HuntStep, has } from "../plan/step.ts";
import type { Breach } from "../report.ts";
import { reconcile } from "./app-steps.ts";
import { booksAtRest, type Resting } from "./look.ts";
import { pendingIds, readTruth } from "./read-world.ts";
import { untilIdle } from "./sandbox-steps.ts";
import type { World } from "./world.ts";

/** A world at its end: its steps were played. */
export type Ended = { readonly world: World; readonly steps: readonly HuntStep[] };

/** Whether the books of a world are judged behind the repair job. @param found what is wrong with them before it */
export function isToRepair(ended: Ended, found: readonly Breach[] | BooksFault = []): boolean {
  return !(found instanceof BooksFault) && found.length > 0 && isRepairable(ended);
}

/** Whether the repair job may be what makes these books right: webhooks died, or a withdrawal is pending. */
function isRepairable({ world }: Ended): boolean {
  const { app } = world.setting;
  return app.can("reconcile") && (deadOnes(world.deliveries).length > 0 || pendingIds(world).length > 0);
}

/** Whether the app may rightly not know how a withdrawal ended until it asks. */
function isUnknown({ world, steps }: Ended): boolean {
  const isDead = deadOnes(world.deliveries).length > 0;
  return isDead || has(steps, "reconcile") || has(steps, "restart") || arePayoutsLost(steps);
}

/** The repair job runs, and must be what makes the books right: the app cannot know better before it asks. */
export function isRepairedAnyway(ended: Ended): boolean {
  return isRepairable(ended) && isUnknown(ended);
}

/** The breaches that are left when the repair job of the app has run: after all books were read as they were. */
export async function afterRepair(
  journey: World,
  ended: readonly Ended[],
): Promise<Map<Ended, readonly Breach[] | BooksFault>> {
  if (ended.length === 0) return new Map();
  const resting: Resting[] = [];
  for (const one of ended) {
    const { world } = one;
    // A withdrawal whose request was lost is rightly pending until somebody asks.
    const pendingBefore = isUnknown(one) ? null : pendingIds(world).filter((id) => isToldOf(world, id));
    resting.push({ world, pendingBefore });
    await reconcile(world);
  }
  await untilIdle(journey);
  for (const { world } of ended) await readTruth(world);
  await journey.calls.flush();
  const found = await booksAtRest(journey, resting);
  return new Map(ended.map((one, index) => [one, found[index] ?? []]));
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
