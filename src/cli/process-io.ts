// The parts of the process that a command may use; `main.ts` supplies the real ones, tests their own.
import { escapeControl } from "../kernel/escape-control.ts";

export type ProcessIo = {
  /** Writes to stdout: results only. */
  out(text: string): void;
  /** Writes to stderr: logs, warnings, failures. */
  err(text: string): void;
  environment: Readonly<Record<string, string | undefined>>;
  pid: number;
  /** What starts this program: Node, its options and the entry point; a command follows. */
  ownCommand: readonly [string, ...string[]];
  /** Ends this process as `kill -9` does, without any cleanup. */
  killSelf(): void;
  /** The terminal that stdout goes to; undefined for a file or a pipe. */
  terminal: { columns: number } | undefined;
  /** True when stderr is a terminal: then log lines are for people, and progress is shown. */
  errorsToTerminal: boolean;
  /** True when stdin is a terminal: Ctrl+C then reaches all foreground processes without our help. */
  stdinIsTerminal: boolean;
  /** The text of a file; throws like `node:fs`. */
  readFile(path: string): string;
  /** Creates a folder and its parents, unless it exists; throws like `node:fs`. */
  makeFolder(path: string): void;
  /** Writes a file, replacing an existing one; throws like `node:fs`. */
  writeFile(path: string, text: string): void;
  /** Like `writeFile`, but a reader, and a process that ends in between, meet the old file or the new one, never a part. */
  replaceFile(path: string, text: string): void;
  /** Adds text to the end of a file, which is created; throws like `node:fs`. */
  appendFile(path: string, text: string): void;
  /** Calls `listener` for each line of stdin, such as an Enter. */
  onLine(listener: (line: string) => void): void;
  /** All of stdin. */
  readInput(): Promise<string>;
  /** From now on SIGINT, SIGTERM and SIGHUP call `listener` each time instead of ending the process. */
  onStop(listener: (signal: StopSignal) => void): void;
  /** Starts a command with stdin, stdout and stderr of this process. */
  spawn(command: string, args: readonly string[], environment: Readonly<Record<string, string | undefined>>): Child;
  /**
   * Starts a command as a process group of its own, without stdin; `onOutput` gets its stdout and stderr as they come. Ctrl+C at a
   * terminal does not reach the group: whoever starts it must end it.
   */
  spawnGroup(
    command: string,
    args: readonly string[],
    environment: Readonly<Record<string, string | undefined>>,
    onOutput: (text: string) => void,
  ): ChildGroup;
  /** Creates an empty folder in the system's place for temporary files. */
  temporaryFolder(): string;
  /** The names in a folder; none when there is no such folder. */
  listFolder(path: string): readonly string[];
  /** Removes a folder with all that is in it, if it exists. */
  removeFolder(path: string): void;
  /**
   * Runs a line of the shell without stdin and returns what it printed on stdout; its stderr is that of this process. `code` is null
   * when it was ended, with all that it started, for its time or for printing more than `maxBytes`. It gets the variables of this process
   * unless others are given.
   */
  outputOf(
    line: string,
    limits: { timeoutMs: number; maxBytes: number },
    environment?: Readonly<Record<string, string | undefined>>,
  ): Promise<{ code: number | null; out: string }>;
  /** Calls `listener` when the reader of stdout is gone (`… | head`). */
  onOutputClosed(listener: () => void): void;
};

export type StopSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** A command started by `exec`. */
export type Child = {
  /** How it ended; rejects with the system's error (and its `code`) when it could not be started. */
  ended: Promise<{ code: number | null; signal: string | null }>;
  kill(signal: StopSignal): void;
};

/** A command and all that it started. */
export type ChildGroup = {
  /** How the command itself ended; rejects with the system's error (and its `code`) when it could not be started. */
  ended: Promise<{ code: number | null; signal: string | null }>;
  /** Resolves when nobody can write any more output. */
  silent: Promise<void>;
  /** Sends the signal to every process of the group; nothing happens when none is left. */
  kill(signal: StopSignal | "SIGKILL"): void;
};

/** A failure as one line with the next step; ends the command with exit code `code`. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: number;

  constructor(message: string, code = 1) {
    super(message);
    this.code = code;
  }
}

/** ` (ENOSPC)` of an error of the system; "" for any other. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
}

/** One line of JSON that is safe to print: control characters are escaped as JSON escapes, so it parses to the same value. */
export function jsonLine(value: unknown): string {
  return `${escapeControl(JSON.stringify(value))}\n`;
}
