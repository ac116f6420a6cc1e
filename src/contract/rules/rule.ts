// What a rule of the contract report is: its words, and a judge that looks at what was seen of one tenant.

import type { Operation } from "../../spec/operations.ts";
import type { DeliverySeen } from "../delivery-seen.ts";
import type { Observation } from "../observation.ts";
import type { SentMember } from "../provenance/sent-members.ts";

/** The later, the less it matters. */
export const LEVELS = ["error", "warning", "note"] as const;
export type Level = (typeof LEVELS)[number];

/** Where a finding was seen: a request by its id, or a delivery. `at`: wall ms; `clock`: virtual ms, null without a world. */
export type Place = {
  readonly requestId?: string;
  readonly deliveryId?: number;
  readonly at: number;
  readonly clock: number | null;
};

/** What a judge reports. Findings with the same rule, operation and pointer are one, with a count. */
export type Notice = {
  /** Only where it is not the level of the rule. */
  readonly level?: Level;
  /** A few words, without values of the request. */
  readonly title: string;
  readonly operationId: string | null;
  /** What of the operation it is about: a member, a path. It must have few values: no ids, no amounts. */
  readonly pointer?: string;
  readonly place: Place;
  /** What was seen, with values; keys and secrets never. */
  readonly evidence: string;
  /** Only where it is not the `mend` of the rule. */
  readonly whatToDo?: string;
  readonly decision?: string;
};
export type Notify = (notice: Notice) => void;

/**
 * Looks at what one tenant's app did, in the order of its ends; what no tenant can be named for has a judge of its own. Its memory
 * must be bounded. An observation with `injected` was answered by a fault: what a client does next counts, the answer itself does not.
 */
export type Judge = {
  /**
   * What every request is found guilty of that calls this operation with exactly these parameters and members, whatever else is in it
   * and whatever it was answered. It is asked once for requests that share `sent`.
   */
  shape?(operation: Operation, sent: readonly SentMember[]): readonly Omit<Notice, "place">[];
  /** `sent`: the parameters and members of this request. */
  request?: (seen: Observation, notify: Notify, sent: readonly SentMember[]) => void;
  delivery?(seen: DeliverySeen, notify: Notify): void;
  /**
   * What can be said only now, for a report and when the tenant is forgotten: it is reported anew each time, so it changes nothing.
   * `at`: wall ms.
   */
  atReport?(at: number, notify: Notify): void;
  /**
   * The world is replaced by another one (reset, restore): nothing can be asked about any more, and the ids of the old world come again.
   * What is open is told as in a report, and forgotten. `at`: wall ms.
   */
  worldEnded?(at: number, notify: Notify): void;
  /** Why nothing could be judged so far; undefined when something was (C-01). */
  notJudged?(): string | undefined;
};

/** What a judge may know of the sandbox. */
export type RuleContext = { readonly environment: "sandbox" | "production" };

export type Rule = {
  /** `CF-01`. */
  readonly id: string;
  readonly level: Level;
  /** What is found, in a few words. */
  readonly name: string;
  /** What exactly is found, why it matters, and how to mend it: sentences of `docs/contract.md`. */
  readonly what: string;
  readonly why: string;
  readonly mend: string;
  readonly decision?: string;
  /** A judge of one tenant. */
  judge(context: RuleContext): Judge;
};

/** The place of a request. */
export function placeOf({ requestId, at, clock }: Observation): Place {
  return { requestId, at, clock };
}

/** The place of an attempt of a delivery. */
export function placeOfDelivery({ deliveryId, at, clock }: DeliverySeen): Place {
  return { deliveryId, at, clock };
}
