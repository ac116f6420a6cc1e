// The windows of rows that a check looks at: everything, or new rows and a part of the old ones in turn.
import type { World } from "../domain/world.ts";
import { newestRows, type Window } from "./queries/query.ts";

type WindowSource = Pick<World, "db" | "clock">;

/** Before the first row. */
const START = { after: 0, movementAfter: 0, eventAfter: 0 };

/** History rows, movements, events and heights of one piece. */
const PIECE = { history: 100, movements: 100, events: 100, heights: 300 };

/** `top` is the greatest height of any chain. */
export function fullWindow({ db, clock }: WindowSource, top: number): Window {
  return { ...START, ...newestRows(db), tailAfter: 0, tailUpTo: top, now: clock.peek() };
}

/** Rows and heights of one part: a query over it takes a few ms. */
const PART = 2_000;

/** Splits a full window into parts. */
export function* piecesOf(full: Window): Generator<Window> {
  for (let from = 0; ; from += PART) {
    const to = from + PART;
    yield {
      ...{ after: from, movementAfter: from, eventAfter: from, tailAfter: from, now: full.now },
      upTo: Math.min(to, full.upTo),
      movementUpTo: Math.min(to, full.movementUpTo),
      eventUpTo: Math.min(to, full.eventUpTo),
      tailUpTo: Math.min(to, full.tailUpTo),
    };
    if (to >= Math.max(full.upTo, full.movementUpTo, full.eventUpTo, full.tailUpTo)) return;
  }
}

/** The windows of successive pieces. */
export class CheckWindows {
  readonly #world: WindowSource;
  /** The end of the rows checked once, and of the current pass over old rows. */
  #seen = START;
  #old = START;
  #oldTail = 0;

  constructor(world: WindowSource) {
    this.#world = world;
  }

  /** `top` is the greatest height of any chain; `more` while there are new rows after `fresh`. */
  next(top: number): { fresh: Window; again: Window; more: boolean } {
    const end = newestRows(this.#world.db);
    const { after, movementAfter, eventAfter } = this.#seen;
    const fresh = this.#from(this.#seen, end, Math.max(0, top - PIECE.heights));
    const seen = { upTo: after, movementUpTo: movementAfter, eventUpTo: eventAfter };
    const again = this.#from(this.#old, seen, this.#oldTail);
    this.#seen = reached(fresh);
    this.#old = again.upTo >= fresh.after ? START : reached(again);
    this.#oldTail = again.tailUpTo >= top ? 0 : again.tailUpTo;
    const more = fresh.upTo < end.upTo || fresh.movementUpTo < end.movementUpTo || fresh.eventUpTo < end.eventUpTo;
    return { fresh, again, more };
  }

  #from(from: typeof START, end: ReturnType<typeof newestRows>, tailAfter: number): Window {
    return {
      ...from,
      upTo: Math.min(end.upTo, from.after + PIECE.history),
      movementUpTo: Math.min(end.movementUpTo, from.movementAfter + PIECE.movements),
      eventUpTo: Math.min(end.eventUpTo, from.eventAfter + PIECE.events),
      ...{ tailAfter, tailUpTo: tailAfter + PIECE.heights },
      now: this.#world.clock.peek(),
    };
  }
}

function reached({ upTo, movementUpTo, eventUpTo }: Window): typeof START {
  return { after: upTo, movementAfter: movementUpTo, eventAfter: eventUpTo };
}
