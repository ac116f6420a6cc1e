// The hints of the last requests: what was found in each, for its row in the request log.

/** A finding in the row of its request. */
export type Hint = { readonly rule: string; readonly text: string };

/** Requests whose hints are kept. */
const MAX_HINTED = 5_000;
/** Hints of one request. */
const MAX_HINTS = 5;

/** Sequences of hints that are remembered. */
const MAX_SEQUENCES = 1_000;

/** Hints of one request in their order, and the sequences that begin with them. */
class Sequence {
  readonly hints: readonly Hint[];
  readonly #longer = new Map<Hint, Sequence>();

  constructor(hints: readonly Hint[]) {
    this.hints = hints;
  }

  /** `made`: called when there is no such sequence yet. */
  with(hint: Hint, made: () => void): Sequence {
    const known = this.#longer.get(hint);
    if (known !== undefined) return known;
    made();
    const longer = new Sequence([...this.hints, hint]);
    this.#longer.set(hint, longer);
    return longer;
  }
}

/**
 * A ring: under load every request may have hints, mostly those of the request before, and hardly anybody looks. What is asked for is
 * looked up in a table that is made when somebody asks, and again after the next hint.
 */
export class Hints {
  readonly #requests: string[] = [];
  readonly #sequences: Sequence[] = [];
  /** Where the next request goes, and where the last one is. */
  #next = 0;
  #last = -1;
  #none = new Sequence([]);
  #made = 0;
  #table: Map<string, readonly Hint[]> | undefined;

  /** Equal hints that come often should be the same object. */
  add(requestId: string, hint: Hint): void {
    this.#table = undefined;
    const before = this.#requests[this.#last] === requestId ? this.#sequences[this.#last] : undefined;
    if (before === undefined) this.#push(requestId);
    else if (before.hints.length >= MAX_HINTS) return;
    this.#sequences[this.#last] = (before ?? this.#none).with(hint, this.#count);
  }

  of(requestId: string): readonly Hint[] {
    this.#table ??= this.#lookUp();
    return this.#table.get(requestId) ?? [];
  }

  clear(): void {
    this.#requests.length = 0;
    this.#sequences.length = 0;
    this.#next = 0;
    this.#last = -1;
    this.#table = undefined;
  }

  #push(requestId: string): void {
    this.#last = this.#next;
    this.#requests[this.#last] = requestId;
    this.#next = (this.#last + 1) % MAX_HINTED;
  }

  /** Titles are few, but a rule may be new: what is remembered has a limit. */
  readonly #count = (): void => {
    this.#made += 1;
    if (this.#made <= MAX_SEQUENCES) return;
    this.#made = 0;
    this.#none = new Sequence([]);
  };

  /** A later finding may be about an earlier request, which then stands in two places. */
  #lookUp(): Map<string, readonly Hint[]> {
    const table = new Map<string, readonly Hint[]>();
    for (let step = 0; step < this.#requests.length; step += 1) {
      // From the oldest on, so that the hints of a request stand in their order.
      const at = (this.#next + step) % this.#requests.length;
      const [requestId = "", sequence = this.#none] = [this.#requests[at], this.#sequences[at]];
      table.set(requestId, [...(table.get(requestId) ?? []), ...sequence.hints].slice(0, MAX_HINTS));
    }
    return table;
  }
}
