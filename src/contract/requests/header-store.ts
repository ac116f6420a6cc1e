// Headers of requests that the log keeps: a client sends the same ones again and again, and they are kept once.
import type { IncomingHttpHeaders } from "node:http";

/** Sets of headers that later requests may share: the last few, in turn. */
const RECENT = 8;

/** `size`: bytes of memory, estimated. */
export type KeptHeaders = { readonly headers: IncomingHttpHeaders; readonly size: number };

export class HeaderStore {
  readonly #recent: (KeptHeaders & { readonly names: readonly string[] })[] = [];
  #next = 0;

  /** The headers as they are kept; equal ones are the same object. */
  keep(headers: IncomingHttpHeaders): KeptHeaders {
    for (const kept of this.#recent) if (isSame(kept, headers)) return kept;
    const names = Object.keys(headers);
    const size = names.reduce((sum, name) => sum + 2 * (name.length + String(headers[name]).length), 0);
    const kept = { headers, names, size };
    this.#recent[this.#next] = kept;
    this.#next = (this.#next + 1) % RECENT;
    return kept;
  }
}

/** The same names in the same order, because they are shown in it, with the same values. */
function isSame(
  { headers, names }: { headers: IncomingHttpHeaders; names: readonly string[] },
  other: IncomingHttpHeaders,
): boolean {
  if (headers === other) return true;
  let at = 0;
  for (const name in other) {
    // Lists of values are few (set-cookie) and are compared by nobody.
    if (names[at] !== name || headers[name] !== other[name]) return false;
    at += 1;
  }
  return at === names.length;
}
