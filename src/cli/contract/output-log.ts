// The output of a client's tests: kept in a file line by line, with secrets masked, and in parts for finding the first failing line.
import { maskKnown, maskSecrets } from "../../contract/outputs/mask.ts";

/** Characters that a log holds; the rest is dropped, so that a test that prints without end fills no disk. */
const MAX_LOG = 16 * 1_024 * 1_024;
/** Characters that are kept of the beginning and of the end, each. */
const MAX_KEPT = 256 * 1_024;
/** A longer line is written in parts. */
const MAX_LINE = 64 * 1_024;
/** So much of a long line stays for the next part: a key that has not come as a whole could not be masked. */
const KEPT_BACK = 4 * 1_024;

export class OutputLog {
  #write: (text: string) => void;
  readonly #failed: (error: unknown) => void;
  readonly #secrets: readonly string[];
  #line = "";
  #length = 0;
  #first = "";
  #last = "";

  /**
   * @param write adds text to the file
   * @param failed hears once that it threw: output comes in the middle of anything, and a full disk must end neither the run nor this process
   */
  constructor(write: (text: string) => void, secrets: readonly string[], failed: (error: unknown) => void) {
    this.#write = write;
    this.#failed = failed;
    this.#secrets = secrets;
  }

  readonly add = (text: string): void => {
    const lines = `${this.#line}${text}`.split("\n");
    this.#line = lines.pop() ?? "";
    if (lines.length > 0) this.#keep(`${lines.join("\n")}\n`);
    if (this.#line.length > MAX_LINE) this.#keepPart();
  };

  /** Cuts a long line where no key or token goes on: before a space, comma or quote, and nowhere behind `bearer`. */
  #keepPart(): void {
    let at = lastBreak(this.#line, this.#line.length - KEPT_BACK);
    while (at > 0 && /bearer\s*$/i.test(this.#line.slice(Math.max(0, at - 20), at))) at = lastBreak(this.#line, at - 1);
    // So much without any of them is a dump: what is told of it is that it was there.
    if (at <= 0) this.#keep(`… ${this.#line.length} characters on one line were left out\n`);
    else this.#keep(this.#line.slice(0, at));
    this.#line = at <= 0 ? "" : this.#line.slice(at);
  }

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
    const isFull = this.#length >= MAX_LOG;
    try {
      this.#write(isFull ? `${masked}\n… the log was cut here: it holds ${MAX_LOG} characters\n` : masked);
    } catch (error) {
      this.#write = () => {};
      this.#failed(error);
    }
  }
}

function lastBreak(line: string, before: number): number {
  return Math.max(...[" ", ",", '"'].map((mark) => line.lastIndexOf(mark, before)));
}
