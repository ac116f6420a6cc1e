// What a command may touch of the process around it; `main.ts` hands it in, tests hand in their own.

export type Io = {
  /** Writes to stdout: results only. */
  out(text: string): void;
  /** Writes to stderr: logs, warnings, failures. */
  err(text: string): void;
  environment: Readonly<Record<string, string | undefined>>;
  pid: number;
  /** The whole text of a file; throws like `node:fs`. */
  readFile(path: string): string;
  /** From now on SIGINT, SIGTERM and SIGHUP call `listener`, each time, instead of ending the process. */
  onStop(listener: () => void): void;
  /** Calls `listener` when nobody reads stdout any more (`… | head`). */
  onOutputClosed(listener: () => void): void;
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

/** Text of others for a terminal: control characters, line breaks and text-direction marks come out as `\uXXXX`. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (mark) =>
    [...Array(mark.length).keys()].map((i) => `\\u${mark.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** One line of JSON that is safe on a terminal; the escapes are JSON's own, so it parses to the same value. */
export function jsonLine(value: unknown): string {
  return `${plain(JSON.stringify(value))}\n`;
}
