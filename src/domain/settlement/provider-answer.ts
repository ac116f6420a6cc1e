// What the providers said that a settlement asked for a route, one row an answer, never changed (D-25).
import type { Database } from "../../db/database.ts";
import { countMoves } from "../apply-transition.ts";
import type { World } from "../world.ts";

/** `failed`: the provider accepted before, and the route came to nothing. */
export type Answer = "accepted" | "refused" | "failed";

/**
 * `attempt` counts the failed attempts before it, from 0 after each `retry` of a settlement. `moves_before` counts the
 * transitions that the settlement had made by then; `at` is virtual ms, `reason` "" for an acceptance.
 */
export type ProviderAnswerRow = {
  id: number;
  settlement_id: string;
  attempt: number;
  provider: string;
  answer: Answer;
  reason: string;
  moves_before: number;
  at: number;
};

/** Keeps an answer, before the transition that follows from it. */
export function keepAnswer(
  { db, clock }: Pick<World, "db" | "clock">,
  answer: { settlementId: string; attempt: number; provider: string; answer: Answer; reason: string },
): void {
  db.run(
    `insert into provider_answer (settlement_id, attempt, provider, answer, reason, moves_before, at)
     values (:settlementId, :attempt, :provider, :answer, :reason, :movesBefore, :at)`,
    { ...answer, movesBefore: countMoves(db, "settlement", answer.settlementId), at: clock.now() },
  );
}

/** The newest answers that a settlement got, oldest first. */
export function answersOf(db: Database, settlementId: string, most: number): ProviderAnswerRow[] {
  const newest = db.all<ProviderAnswerRow>(
    "select * from provider_answer where settlement_id = :settlementId order by id desc limit :most",
    { settlementId, most },
  );
  return newest.toReversed();
}
