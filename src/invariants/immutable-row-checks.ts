// Digests of immutable rows, range by range: a row edited from outside the sandbox is found (I-11, I-32).
import { createHash } from "node:crypto";
import type { Database } from "../db/database.ts";
import { announcedUpTo, eventTexts } from "./queries/events.ts";
import { movementTexts } from "./queries/movements.ts";
import { newestRows } from "./queries/query.ts";
import type { Breach, InvariantId } from "./statements.ts";

type Range = { after: number; upTo: number; digest: string };

type Kind = {
  readonly id: InvariantId;
  readonly what: string;
  /** The last row that will not change any more. */
  end(db: Database): number;
  texts(db: Database, after: number, upTo: number): { text: string }[];
};

const KINDS: readonly Kind[] = [
  { id: "I-11", what: "movements", end: (db) => newestRows(db).movementUpTo, texts: movementTexts },
  { id: "I-32", what: "events", end: announcedUpTo, texts: eventTexts },
];

/** Rows of one range. */
const RANGE = 500;

export class ImmutableRowChecks {
  readonly #db: Database;
  readonly #ranges = new Map<InvariantId, Range[]>(KINDS.map(({ id }) => [id, []]));
  #turn = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Checks every known range, then adds new ones: one step for each range. */
  *all(): Generator<() => Breach[]> {
    for (const kind of KINDS) {
      for (const range of [...this.#of(kind)]) yield () => this.#check(kind, range);
      let more = true;
      while (more)
        yield () => {
          more = this.#extend(kind);
          return [];
        };
    }
  }

  /** Checks one known range, another one each time, and adds one new range: one step for each. */
  *steps(): Generator<() => Breach[]> {
    this.#turn += 1;
    for (const kind of KINDS) {
      yield () => {
        const ranges = this.#of(kind);
        const range = ranges[this.#turn % Math.max(1, ranges.length)];
        return range === undefined ? [] : this.#check(kind, range);
      };
      yield () => {
        this.#extend(kind);
        return [];
      };
    }
  }

  #of({ id }: Kind): Range[] {
    return this.#ranges.get(id) ?? [];
  }

  #check(kind: Kind, { after, upTo, digest }: Range): Breach[] {
    if (this.#digest(kind, after, upTo) === digest) return [];
    return [{ id: kind.id, what: `${kind.what} ${after + 1} to ${upTo} are not what they were` }];
  }

  /** An unchanged short last range is extended, which keeps the number of ranges small. */
  #extend(kind: Kind): boolean {
    const ranges = this.#of(kind);
    const last = ranges.at(-1);
    const [end, known] = [kind.end(this.#db), last?.upTo ?? 0];
    if (end <= known) return false;
    const grows = last !== undefined && last.upTo - last.after < RANGE && this.#check(kind, last).length === 0;
    const after = grows ? last.after : known;
    const upTo = Math.min(end, Math.max(after + RANGE, known + 1));
    const range = { after, upTo, digest: this.#digest(kind, after, upTo) };
    if (grows) ranges[ranges.length - 1] = range;
    else ranges.push(range);
    return true;
  }

  #digest(kind: Kind, after: number, upTo: number): string {
    const hash = createHash("sha256");
    for (const { text } of kind.texts(this.#db, after, upTo)) hash.update(text).update("\n");
    return hash.digest("base64");
  }
}
