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

/** A body as the log has it. `slot`: where its bytes are, if they are not in a text. `size`: bytes of memory, estimated. */
export class StoredBody implements KeptBody {
  readonly bytes: number;
  readonly truncated: boolean;
  readonly size: number;
  readonly slot: Buffer | undefined;
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

export class BodyStore {
  /** Slots that no body uses, by their size. */
  readonly #free = new Map<number, Buffer[]>(SLOTS.map((size) => [size, []]));

  keep(text: string | undefined): StoredBody {
    if (text === undefined) return new StoredBody(0, {});
    const bytes = Buffer.byteLength(text);
    if (bytes <= SHORT_TEXT) return new StoredBody(bytes, { text });
    const size = SLOTS.find((one) => one >= bytes) ?? MAX_BODY_BYTES;
    const slot = this.#freeOf(size).pop() ?? Buffer.allocUnsafeSlow(size);
    // Only whole characters are written.
    return new StoredBody(bytes, { slot, length: slot.write(text, "utf8") });
  }

  /** A body of which only the size is kept. */
  leaveOut(text: string): StoredBody {
    return new StoredBody(Buffer.byteLength(text), {});
  }

  /** Takes back what a body took, whose row leaves the log. */
  release({ slot }: StoredBody): void {
    if (slot === undefined) return;
    const free = this.#freeOf(slot.length);
    if ((free.length + 1) * slot.length <= MAX_FREE_BYTES) free.push(slot);
  }

  #freeOf(size: number): Buffer[] {
    const free = this.#free.get(size);
    assert(free !== undefined, "a slot has one of the sizes", { size });
    return free;
  }
}
