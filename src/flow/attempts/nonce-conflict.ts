// Nonce conflict: another transaction used the nonce, so that no attempt at it can be mined any more.
import { unschedule } from "../../domain/agenda.ts";
import { type AttemptRow, WATCH_ATTEMPT_JOB } from "../../domain/attempt/attempt.ts";
import type { AttemptState } from "../../domain/attempt/machine.ts";
import { attemptsAtNonce } from "../../domain/attempt/store.ts";
import { moveAttempt } from "../../domain/attempt/transitions.ts";
import { raiseIncident } from "../../domain/incident.ts";
import type { World } from "../../domain/world.ts";
import { outcomeOf } from "../outcome-table.ts";
import type { Refusal } from "./outcome.ts";

const OPEN: readonly AttemptState[] = ["prepared", "signed", "sent"];
const DECIDED: readonly AttemptState[] = ["mined", "confirmed", "failed"];

/** Ends all attempts at a used nonce. When no platform attempt was mined there, a foreign party has the key: an incident. */
export function releaseNonce(world: World, attempt: AttemptRow, refusal: Refusal): void {
  const { network, sender, nonce } = attempt;
  const competitors = attemptsAtNonce(world.db, network, sender, nonce);
  for (const competitor of competitors) {
    if (!OPEN.includes(competitor.state)) continue;
    moveAttempt(world, competitor, "lose", { error: refusal.message, effect: null });
    unschedule(world.db, WATCH_ATTEMPT_JOB, String(competitor.id));
  }
  if (competitors.some(({ state }) => DECIDED.includes(state))) return;
  const ref = `${network}:${sender}:${nonce}`;
  raiseIncident(world, { kind: "foreign-nonce", network, ref, detail: `${sender}: ${refusal.message}` });
  outcomeOf(attempt).refused(world, attempt, refusal);
}

/** The refusal for a nonce that a foreign transaction used. */
export function usedByAnother(nonce: number): Refusal {
  return { why: "nonce", message: `nonce ${nonce} was used by a transaction that is not the platform's` };
}
