// The output of a client's tests: kept in a file line by line, with secrets masked, and in parts for finding the first failing line.
import { maskKnown, maskSecrets } from "../../contract/outputs/mask.ts";

/** Characters that a log holds; the rest is dropped, so that a test that prints without end fills no disk. */
const MAX_LOG = 16 * 1_024 * 1_024;
/** Characters that are kept of the beginning and of the end, each. */
const MAX_KEPT = 256 * 1_024;
/** A longer line is written in parts. */
const MAX_LINE = 64 * 1_024;

export class OutputLog {
  readonly #write: (text: string) => void;
  readonly #secrets: readonly string[];
  #line = "";
  #length = 0;
  #first = "";
  #last = "";

  /** @param write adds text to the file */
  constructor(write: (text: string) => void, secrets: readonly string[]) {
    this.#write = write;
    this.#secrets = secrets;
  }

  readonly add = (text: string): void => {
    const lines = `${this.#line}${text}`.split("\n");
    this.#line = lines.pop() ?? "";
    if (lines.length > 0) this.#keep(`${lines.join("\n")}\n`);
    if (this.#line.length > MAX_LINE) this.end();
  };

  /** Takes in a last line without a line break. */
  end(): void {
    if (this.#line !== "") this.#keep(this.#line);
    this.#line = "";
  }

  /** The beginning and the end of the output. */
  get text(): string {
    return this.#first + this.#last;
  }

  #keep(text: string): void {
    const masked = maskKnown(maskSecrets(text), this.#secrets);
    const room = MAX_KEPT - this.#first.length;
    this.#first += masked.slice(0, room);
    this.#last = (this.#last + masked.slice(room)).slice(-MAX_KEPT);
    if (this.#length >= MAX_LOG) return;
    this.#length += masked.length;
    this.#write(
      this.#length < MAX_LOG ? masked : `${masked}\n… the log was cut here: it holds ${MAX_LOG} characters\n`,
    );
  }
}
