// Where the log keeps long bodies: in slots outside of the heap that are used again, so that a busy log gives the garbage collector no work.
import { assert } from "../../kernel/assert.ts";

/** Bytes of one body that are kept. */
export const MAX_BODY_BYTES = 16 * 1024;
/** A shorter text stays a text. */
const SHORT_TEXT = 512;
/** Bytes of slots, ascending; a body takes the smallest that holds it. */
const SLOTS = [2 * 1024, 6 * 1024, MAX_BODY_BYTES] as const;
/** Unused slots of one size that are kept, in bytes. */
const MAX_FREE_BYTES = 2 * 1024 * 1024;

/** `text` is undefined when there was no body, or when nobody read it; it is another one once its row has left the log. */
export type KeptBody = { readonly text: string | undefined; readonly truncated: boolean; readonly bytes: number };

/** Texts kept last whose slot serves another body too: who polls gets the same answer again and again. */
const RECENT = 8;

/** A body as the log has it. `slot`: where its bytes are, if they are not in a text. `size`: bytes of memory, estimated. */
export class StoredBody implements KeptBody {
  readonly bytes: number;
  readonly truncated: boolean;
  readonly size: number;
  readonly slot: Buffer | undefined;
  /** Rows that have it. */
  uses = 1;
  readonly #text: string | undefined;
  readonly #length: number;

  constructor(bytes: number, kept: { text?: string; slot?: Buffer; length?: number }) {
    const { text, slot, length = bytes } = kept;
    this.bytes = bytes;
    this.slot = slot;
    this.#text = text;
    this.#length = length;
    this.truncated = bytes > 0 && text === undefined && (slot === undefined || length < bytes);
    this.size = slot?.length ?? 2 * (text?.length ?? 0);
  }

  get text(): string | undefined {
    return this.slot === undefined ? this.#text : this.slot.toString("utf8", 0, this.#length);
  }
}

const NO_BODY = new StoredBody(0, {});

export class BodyStore {
  /** Texts that have a slot, with it: the last few, in turn. */
  readonly #recent: { text: string; body: StoredBody }[] = [];
  #next = 0;
  /** Slots that no body uses, by their size. */
  readonly #free = new Map<number, Buffer[]>(SLOTS.map((size) => [size, []]));

  keep(text: string | undefined): StoredBody {
    if (text === undefined) return NO_BODY;
    const again = this.#again(text);
    if (again !== undefined) return again;
    const bytes = Buffer.byteLength(text);
    if (bytes <= SHORT_TEXT) return new StoredBody(bytes, { text });
    const size = SLOTS.find((one) => one >= bytes) ?? MAX_BODY_BYTES;
    const slot = this.#freeOf(size).pop() ?? Buffer.allocUnsafeSlow(size);
    // Only whole characters are written; a text with one byte for each is copied as it is.
    const length = bytes === text.length ? slot.write(text, "latin1") : slot.write(text, "utf8");
    const body = new StoredBody(bytes, { slot, length });
    this.#recent[this.#next] = { text, body };
    this.#next = (this.#next + 1) % RECENT;
    return body;
  }

  #again(text: string): StoredBody | undefined {
    if (text.length <= SHORT_TEXT) return undefined;
    for (const { text: known, body } of this.#recent) {
      // A body whose rows have all left the log has given its slot back.
      if (known.length !== text.length || body.uses === 0 || known !== text) continue;
      body.uses += 1;
      return body;
    }
    return undefined;
  }

  /** A body of which only the size is kept. */
  leaveOut(text: string): StoredBody {
    return new StoredBody(Buffer.byteLength(text), {});
  }

  /** Takes back what a body took, whose row leaves the log. */
  release(body: StoredBody): void {
    const { slot } = body;
    if (slot === undefined) return;
    body.uses -= 1;
    if (body.uses > 0) return;
    const free = this.#freeOf(slot.length);
    if ((free.length + 1) * slot.length <= MAX_FREE_BYTES) free.push(slot);
  }

  #freeOf(size: number): Buffer[] {
    const free = this.#free.get(size);
    assert(free !== undefined, "a slot has one of the sizes", { size });
    return free;
  }
}
