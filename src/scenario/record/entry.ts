// What was done to a sandbox while it is recorded, as it was seen at its doors. Keys and secrets stay in memory.

/** A request of the service or of the control surface, with what came of it. */
export type RecordedRequest = {
  kind: "request";
  /** Virtual ms at its end. */
  at: number;
  surface: "/v1" | "/admin";
  /** The operation of the document; undefined for a path or a method that is none. */
  operation: string | undefined;
  method: string;
  /** Below the surface, still encoded. */
  path: string;
  /** Without its question mark. */
  search: string;
  apiKey: string | undefined;
  idempotencyKey: string | undefined;
  body: unknown;
  status: number | "lost";
  /** The JSON with every digit; null where there was none. */
  answer: unknown;
  /** `X-Transaction-Id` of the answer. */
  transactionId: string | undefined;
};

/** A signed transaction that a node took. */
export type RecordedTransfer = { kind: "transfer"; at: number; network: string; raw: string; hash: string };

/** A development method that a node carried out. */
export type RecordedDevelopmentCall = {
  kind: "act";
  at: number;
  network: string;
  method: string;
  parameters: readonly unknown[];
};

export type Entry = RecordedRequest | RecordedTransfer | RecordedDevelopmentCall;

/**
 * Operations that a story does not need: its clock stands still, it needs no snapshots, it is no story inside a story, and
 * numbers of deliveries are those of one world.
 */
export const LEFT_OUT: ReadonlySet<string | undefined> = new Set([
  ...["freezeClock", "resumeClock", "createSnapshot", "deleteSnapshot", "restoreSnapshot", "resetWorld"],
  ...["runScenario", "explainSignature", "redeliverDelivery", "redeliverDeliveries", "exportWorld"],
]);
