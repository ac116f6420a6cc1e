// Entries of a recording: requests, transactions and development calls that a sandbox received. Keys and secrets stay in memory.

import type { Submission } from "../../chains/chain.ts";

/** A request to the service or the control API, with its response. */
export type RecordedRequest = {
  kind: "request";
  /** Virtual ms at its end. */
  at: number;
  surface: "/v1" | "/admin";
  /** The operation id; undefined for an unknown path or method. */
  operation: string | undefined;
  method: string;
  /** Path below `surface`, percent-encoded. */
  path: string;
  /** Query without the question mark. */
  search: string;
  apiKey: string | undefined;
  idempotencyKey: string | undefined;
  body: unknown;
  status: number | "lost";
  /** The parsed JSON with all digits; null without a body. */
  answer: unknown;
  /** `X-Transaction-Id` of the response. */
  transactionId: string | undefined;
};

/** A transaction that a node accepted. */
export type RecordedTransfer = {
  kind: "transfer";
  at: number;
  network: string;
  transaction: Submission;
  hash: string;
};

/** A development method (`hardhat_*`, `evm_*`) that a node executed. */
export type RecordedDevelopmentCall = {
  kind: "development-call";
  at: number;
  network: string;
  method: string;
  parameters: readonly unknown[];
};

export type Entry = RecordedRequest | RecordedTransfer | RecordedDevelopmentCall;

/**
 * Operations that are not recorded: a scenario's clock is always frozen, it cannot use snapshots or run scenarios, and ids of
 * deliveries are different in another world.
 */
export const IGNORED_OPERATIONS: ReadonlySet<string | undefined> = new Set([
  ...["freezeClock", "resumeClock", "createSnapshot", "deleteSnapshot", "restoreSnapshot", "resetWorld"],
  // The calls of a batch are recorded one by one.
  ...[
    "runBatch",
    "judgeOwners",
    "runScenario",
    "explainSignature",
    "redeliverDelivery",
    "redeliverDeliveries",
    "exportWorld",
  ],
]);
