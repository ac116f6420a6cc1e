// What happened during a time travel, in numbers: blocks, deposits, payouts, settlements and webhooks.
import { firstMoveSince, movesSince, newestMove } from "../domain/apply-transition.ts";
import { sendingDeliveries } from "../domain/delivery/store.ts";
import type { components } from "../spec/admin.gen.ts";
import type { AdminDependencies } from "./dependencies.ts";

type Summary = components["schemas"]["TravelSummary"];

/**
 * Remembers where all chains and records are; the returned function counts what has happened since. How an attempt ends that is
 * under way now is not counted: it may as well have ended a moment ago.
 */
export function countFromNow({ flow }: AdminDependencies): () => Summary {
  const { db } = flow.world;
  const heights = (): number => flow.chains.all.reduce((sum, { head }) => sum + head.number, 0);
  const [from, start] = [newestMove(db), heights()];
  const underWay = sendingDeliveries(db).map(({ id }) => String(id));
  return () => {
    const moves = movesSince(db, from);
    for (const recordId of underWay) {
      const ended = firstMoveSince(db, { noun: "delivery", recordId, from });
      const row = moves.find(({ noun, move }) => noun === "delivery" && move === ended?.move);
      if (row !== undefined) row.count -= 1;
    }
    const count = (noun: string, state: string): number =>
      moves.filter((row) => row.noun === noun && row.to_state === state).reduce((sum, row) => sum + row.count, 0);
    const failedAttempts = moves.find(({ noun, move }) => noun === "delivery" && move === "retry")?.count ?? 0;
    const dead = count("delivery", "dead");
    return {
      blocks: Math.max(0, heights() - start),
      deposits_confirmed: count("deposit", "confirmed"),
      payouts_confirmed: count("payout", "confirmed"),
      payouts_failed: count("payout", "failed") + count("payout", "expired"),
      settlements_completed: count("settlement", "completed"),
      settlements_failed: count("settlement", "failed"),
      webhooks_delivered: count("delivery", "delivered"),
      webhook_attempts_failed: failedAttempts + dead,
      webhooks_dead: dead,
    };
  };
}
