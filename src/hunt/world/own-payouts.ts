// Judges at rest what the app paid by itself in a world.
import { learnUsual, ownPayoutsAfter, paidAgain } from "../judge/own-payouts.ts";
import { flat, type HuntStep } from "../plan/step.ts";
import type { World } from "./world.ts";

/** @param deposits of the owners that the steps are about; B-07 where the adapter has no action `withdraw`: what the app pays by itself. */
export async function repeatedPayouts(world: World, steps: readonly HuntStep[], deposits: number): Promise<void> {
  const { app, host, cursors } = world.setting;
  if (app.can("withdraw")) return;
  const payouts = await ownPayoutsAfter(host, cursors.payouts);
  const isPlain = flat(steps).every(({ do: kind }) => ["open", "pay", "settle", "uda"].includes(kind));
  if (isPlain && payouts.length > 0) learnUsual(payouts, deposits, cursors.payouts);
  world.breach(...paidAgain(payouts, deposits, cursors.payouts));
}
