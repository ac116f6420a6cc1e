// Instrumentation: one event for each finished piece of work, for metrics, the log and traces.
import type { Log } from "./log.ts";

/**
 * `ms` is the duration in wall time. No event holds a key, a secret, a header or a body. `status` is
 * null when the connection was cut instead of answered; `operation` is "" when the request matched none.
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
  /** `code` is the JSON-RPC error code, 0 for success; `method` is "unknown" when there is no such method. */
  | { what: "call"; network: string; method: string; code: number; ms: number }
  | { what: "job"; job: string; ref: string; ok: boolean; ms: number }
  | { what: "block"; network: string; ms: number }
  /** Transfer logs of a block without the form of a fungible token's: they count as no transfer. */
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
  /** A reply or a webhook body that breaks the API document: a bug of the sandbox. */
  | { what: "mismatch"; of: string };

/** 2xx · another status · no answer · not sent, because of a fault. */
export const ATTEMPT_OUTCOMES = ["delivered", "refused", "unanswered", "faulted"] as const;
export type AttemptOutcomeName = (typeof ATTEMPT_OUTCOMES)[number];

/** Receives an event; never throws and never waits. */
export type Instrument = (event: InstrumentationEvent) => void;

/** Ignores all events. */
export const noInstrument: Instrument = () => {};

/** Passes each event to all of them. */
export function instrumentAll(all: readonly Instrument[]): Instrument {
  const instruments = all.filter((one) => one !== noInstrument);
  return (event) => {
    for (const instrument of instruments) instrument(event);
  };
}

/** Logs each event at debug level, its kind as the message; nothing where that level is discarded. */
export function logInstrument(log: Log): Instrument {
  if (log.isDebug === false) return noInstrument;
  return ({ what, ...facts }) => log.debug("ms" in facts ? { ...facts, ms: rounded(facts.ms) } : facts, what);
}

/** To microseconds. */
function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
