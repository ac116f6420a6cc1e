// What a starting sandbox writes to stderr: log lines in the configured format, and in a terminal its progress on one line.
import type { Config } from "../config/options.ts";
import { type PaintLevel, prettyLine } from "../kernel/log-lines.ts";
import { painter } from "./output.ts";
import type { ProcessIo } from "./process-io.ts";

type Screen = Pick<ProcessIo, "err" | "environment" | "errorsToTerminal">;

/** Returns to the first column and clears the line. */
const CLEAR = "\r\u001b[K";

/** Writes one line of the log as the option `logFormat` says. */
export function logLines(io: Screen, { logFormat }: Pick<Config, "logFormat">): (line: string) => void {
  const isPretty = logFormat === "pretty" || (logFormat === "auto" && io.errorsToTerminal);
  if (!isPretty) return io.err;
  const paint = painter({ terminal: io.errorsToTerminal ? { columns: 80 } : undefined, environment: io.environment });
  const paintLevel: PaintLevel = (word, level) =>
    (level >= 50 ? paint.bad : level >= 40 ? paint.warn : paint.dim)(word);
  return (line) => io.err(prettyLine(line, paintLevel));
}

/** Progress of a start. In a terminal each step replaces the one before and `done` clears it; elsewhere steps that take long are lines. */
export class Progress {
  readonly #io: Screen;
  readonly #inPlace: boolean;
  #shown = false;

  constructor(io: Screen) {
    this.#io = io;
    this.#inPlace = io.errorsToTerminal && io.environment["TERM"] !== "dumb";
  }

  /** A step that is usually over before anybody reads it: shown in a terminal only. */
  begin(text: string): void {
    if (this.#inPlace) this.step(text);
  }

  step(text: string): void {
    this.#shown = this.#inPlace;
    this.#io.err(this.#inPlace ? `${CLEAR}${text} …` : `${text}\n`);
  }

  /** Must be called before anything else is written. */
  done(): void {
    if (this.#shown) this.#io.err(CLEAR);
    this.#shown = false;
  }
}
