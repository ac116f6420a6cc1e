// State of one scenario run: the sandbox, the scenario's tenant and receiver, and what its steps have saved and read.

import type { WallClock } from "../kernel/wall-clock.ts";
import type { AppUnderTest } from "./app-under-test.ts";
import type { Answer, Host } from "./http-client.ts";
import type { Difference } from "./match.ts";
import type { Receiver } from "./receiver.ts";

export type RunContext = {
  readonly host: Host;
  readonly wall: WallClock;
  readonly tenantId: string;
  readonly apiKey: string;
  readonly endpointId: string;
  /** Null where the webhooks go to the app. */
  readonly receiver: Receiver | null;
  /** The app that the story is about. */
  readonly app: AppUnderTest | undefined;
  /** A step whose owner, wallet or name is missing does nothing. */
  readonly lenient: boolean;
  /** Values by name: given ones and saved ones. */
  readonly names: Map<string, unknown>;
  /** Ids of the faults it armed, to be removed at its end. */
  readonly faults: string[];
  /** Sequence number of the last event that an expectation has read. */
  eventsSeen: number;
  /** Number of webhooks that expectations have read. */
  webhooksSeen: number;
  /** For each webhook in order of arrival: the number of the step in which it came. */
  readonly arrivals: number[];
};

/** Result of a step: the response to save values from, and the differences from what was expected. */
export type StepResult = {
  answer?: Answer;
  differences: Difference[];
  /** What is told of the step beside its differences. */
  note?: string;
  /** It did nothing, and `note` says why. */
  idle?: true;
};

/** What is missing: in a story of a hunt the step does nothing, in any other one it fails. */
export function missing({ lenient }: RunContext, at: string, what: string): StepResult {
  return lenient
    ? { differences: [], note: `did nothing: ${what}`, idle: true }
    : { differences: [{ at, expected: "done", seen: what }] };
}

export const NOTHING_WRONG: StepResult = { differences: [] };
