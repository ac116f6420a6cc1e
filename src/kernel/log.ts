// Structured logs: one JSON line each, foreign text escaped, so it cannot forge a line or control the terminal; quiet by default.
import { type DestinationStream, pino } from "pino";
import { escapeControl } from "./escape-control.ts";

export const LOG_LEVELS = ["silent", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The log interface of all modules. `facts` never hold keys, secrets or private keys. */
export type Log = {
  error(facts: Record<string, unknown>, message: string): void;
  warn(facts: Record<string, unknown>, message: string): void;
  info(facts: Record<string, unknown>, message: string): void;
  debug(facts: Record<string, unknown>, message: string): void;
  /** False when lines of this level are discarded, so that nobody has to make their facts. */
  readonly isDebug?: boolean;
};

/** A log that writes to `destination` (stderr in the command, stdout belongs to the ready line). */
export function createLog(level: LogLevel, destination: DestinationStream): Log {
  const lines = { write: (line: string) => destination.write(`${escapeControl(line.slice(0, -1))}\n`) };
  const log = pino({ level, base: null, serializers: { error: pino.stdSerializers.err } }, lines);
  return Object.assign(log, { isDebug: log.isLevelEnabled("debug") });
}

/** Discards everything. */
export const silentLog: Log = { error() {}, warn() {}, info() {}, debug() {} };
