// Structured logs: one JSON line each (pino escapes user text, so nobody can forge a line, R-212), quiet by default.
import { type DestinationStream, pino } from "pino";

export const LOG_LEVELS = ["silent", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What the rooms may say. `facts` never hold keys, secrets or private keys. */
export type Log = {
  error(facts: Record<string, unknown>, message: string): void;
  warn(facts: Record<string, unknown>, message: string): void;
  info(facts: Record<string, unknown>, message: string): void;
  debug(facts: Record<string, unknown>, message: string): void;
};

/** A log that writes to `destination` (stderr in the command, stdout belongs to the ready line). */
export function createLog(level: LogLevel, destination: DestinationStream): Log {
  return pino({ level, base: null, serializers: { error: pino.stdSerializers.err } }, destination);
}

/** Says nothing. */
export const silentLog: Log = { error() {}, warn() {}, info() {}, debug() {} };
