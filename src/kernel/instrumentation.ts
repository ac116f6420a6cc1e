// What the sandbox tells of its own work, for those who watch it: numbers, the log, traces. One fact a thing done, once it is over.
import type { Log } from "./log.ts";

/**
 * `ms` is wall time, the end is when the fact is told. No fact holds a key, a secret, a header or a body. `status` is
 * null when the connection was cut instead of answered; `operation` is "" when the request reached none.
 */
export type InstrumentationEvent =
  | {
      what: "request";
      requestId: string;
      surface: "v1" | "admin";
      method: string;
      path: string;
      operation: string;
      status: number | null;
      tenant: string;
      ms: number;
    }
  /** `code` is that of the JSON-RPC error, 0 without one; `method` is "unknown" when there is no such method. */
  | { what: "call"; network: string; method: string; code: number; ms: number }
  | { what: "job"; job: string; ref: string; ok: boolean; ms: number }
  | { what: "block"; network: string; ms: number }
  /** Transfer logs of a block that have not the form of a fungible token's: they moved nothing. */
  | { what: "skipped logs"; network: string; block: string; logs: number }
  | { what: "event"; event: string; type: string; resource: string; tenant: string }
  | {
      what: "attempt";
      delivery: number;
      event: string;
      endpoint: string;
      number: number;
      outcome: AttemptOutcomeName;
      state: string;
      status: number | null;
      error: string;
      ms: number;
    }
  /** A reply or a webhook body that is not what the document promises: our own mistake. */
  | { what: "mismatch"; of: string };

/** 2xx · another status · no answer at all · not sent, because a fault acted in its place. */
export const ATTEMPT_OUTCOMES = ["delivered", "refused", "unanswered", "faulted"] as const;
export type AttemptOutcomeName = (typeof ATTEMPT_OUTCOMES)[number];

/** Takes a fact in; never throws and never waits. */
export type Instrument = (fact: InstrumentationEvent) => void;

/** For parts that nobody watches. */
export const noInstrument: Instrument = () => {};

/** Each fact to each of them. */
export function instrumentAll(notes: readonly Instrument[]): Instrument {
  return (fact) => {
    for (const note of notes) note(fact);
  };
}

/** A line at debug for each fact: its kind is the message. */
export function logInstrument(log: Log): Instrument {
  return ({ what, ...facts }) => log.debug("ms" in facts ? { ...facts, ms: rounded(facts.ms) } : facts, what);
}

/** Microseconds are the finest that means anything. */
function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
