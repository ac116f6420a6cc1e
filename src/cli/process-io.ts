// What a command may touch of the process around it; `main.ts` hands it in, tests hand in their own.
import { escapeControl } from "../kernel/escape-control.ts";

export type ProcessIo = {
  /** Writes to stdout: results only. */
  out(text: string): void;
  /** Writes to stderr: logs, warnings, failures. */
  err(text: string): void;
  environment: Readonly<Record<string, string | undefined>>;
  pid: number;
  /** Ends this process as `kill -9` does: nothing is written, nobody is told. */
  killSelf(): void;
  /** The terminal behind stdout; undefined when it goes into a file or a pipe. */
  terminal: { columns: number } | undefined;
  /** True when a person types at stdin, so that Ctrl+C reaches everything in the foreground by itself. */
  typed: boolean;
  /** The whole text of a file; throws like `node:fs`. */
  readFile(path: string): string;
  /** Writes a file, replacing one that is there; throws like `node:fs`. */
  writeFile(path: string, text: string): void;
  /** All of stdin. */
  readInput(): Promise<string>;
  /** From now on SIGINT, SIGTERM and SIGHUP call `listener`, each time, instead of ending the process. */
  onStop(listener: (signal: StopSignal) => void): void;
  /** Starts a command with stdin, stdout and stderr of this process. */
  spawn(command: string, args: readonly string[], environment: Readonly<Record<string, string | undefined>>): Child;
  /** Calls `listener` when nobody reads stdout any more (`… | head`). */
  onOutputClosed(listener: () => void): void;
};

export type StopSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** A command started by `exec`. */
export type Child = {
  /** How it ended; rejects with the system's error (and its `code`) when it could not be started. */
  ended: Promise<{ code: number | null; signal: string | null }>;
  kill(signal: StopSignal): void;
};

/** A failure told in one line, with the next step; ends the command with `code`. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: number;

  constructor(message: string, code = 1) {
    super(message);
    this.code = code;
  }
}

/** One line of JSON that is safe on a terminal; the escapes are JSON's own, so it parses to the same value. */
export function jsonLine(value: unknown): string {
  return `${escapeControl(JSON.stringify(value))}\n`;
}
