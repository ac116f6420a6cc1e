// One story being told: the sandbox it plays in, its own tenant and receiver, and what its steps have saved and read.

import type { Answer, Host } from "./http-client.ts";
import type { Difference } from "./match.ts";
import type { Receiver } from "./receiver.ts";

export type RunContext = {
  readonly host: Host;
  readonly tenantId: string;
  readonly apiKey: string;
  readonly endpointId: string;
  readonly receiver: Receiver;
  /** Values by name: what every story has, and what was saved. */
  readonly names: Map<string, unknown>;
  /** Ids of the faults it wrote, to be taken away at its end. */
  readonly faults: string[];
  /** The last event that an expectation has seen. */
  eventsSeen: number;
  /** How many webhooks an expectation has seen. */
  webhooksSeen: number;
  /** For each webhook, by its place of arrival: in which step it came. */
  readonly arrivals: number[];
};

/** What came of a step: the answer to save from, and how it differs from what was expected. */
export type StepResult = { answer?: Answer; differences: Difference[] };

export const NOTHING_WRONG: StepResult = { differences: [] };
