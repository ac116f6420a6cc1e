// Which part of the books a check looks at: all of it, or what is new and a part of the rest in turn.
import type { World } from "../domain/world.ts";
import { ends, type Window } from "./store.ts";

type WindowParts = Pick<World, "db" | "clock">;

/** Before the first row of everything. */
const BEGINNING = { after: 0, movementAfter: 0, eventAfter: 0 };

/** Rows of the history, movements, events, and heights of a piece. */
const PIECE = { history: 100, movements: 100, events: 100, heights: 300 };

/** `top` is the greatest height of any chain. */
export function fullWindow({ db, clock }: WindowParts, top: number): Window {
  return { ...BEGINNING, ...ends(db), tailAfter: 0, tailUpTo: top, now: clock.peek() };
}

/** Rows and heights of a part of the whole: what is asked of one is answered in some ms. */
const PART = 2_000;

/** The whole in parts, one after the other; the first begins before the first row. */
export function* piecesOf(whole: Window): Generator<Window> {
  for (let from = 0; ; from += PART) {
    const to = from + PART;
    yield {
      ...{ after: from, movementAfter: from, eventAfter: from, tailAfter: from, now: whole.now },
      upTo: Math.min(to, whole.upTo),
      movementUpTo: Math.min(to, whole.movementUpTo),
      eventUpTo: Math.min(to, whole.eventUpTo),
      tailUpTo: Math.min(to, whole.tailUpTo),
    };
    if (to >= Math.max(whole.upTo, whole.movementUpTo, whole.eventUpTo, whole.tailUpTo)) return;
  }
}

/** The windows of one piece after the other. */
export class CheckWindows {
  readonly #parts: WindowParts;
  /** How far the pieces have come, and how far they have come again. */
  #seen = BEGINNING;
  #old = BEGINNING;
  #oldTail = 0;

  constructor(parts: WindowParts) {
    this.#parts = parts;
  }

  /** `top` is the greatest height of any chain; `more` while there is something new behind `fresh`. */
  next(top: number): { fresh: Window; again: Window; more: boolean } {
    const end = ends(this.#parts.db);
    const { after, movementAfter, eventAfter } = this.#seen;
    const fresh = this.#from(this.#seen, end, Math.max(0, top - PIECE.heights));
    const seen = { upTo: after, movementUpTo: movementAfter, eventUpTo: eventAfter };
    const again = this.#from(this.#old, seen, this.#oldTail);
    this.#seen = reached(fresh);
    this.#old = again.upTo >= fresh.after ? BEGINNING : reached(again);
    this.#oldTail = again.tailUpTo >= top ? 0 : again.tailUpTo;
    const more = fresh.upTo < end.upTo || fresh.movementUpTo < end.movementUpTo || fresh.eventUpTo < end.eventUpTo;
    return { fresh, again, more };
  }

  #from(from: typeof BEGINNING, end: ReturnType<typeof ends>, tailAfter: number): Window {
    return {
      ...from,
      upTo: Math.min(end.upTo, from.after + PIECE.history),
      movementUpTo: Math.min(end.movementUpTo, from.movementAfter + PIECE.movements),
      eventUpTo: Math.min(end.eventUpTo, from.eventAfter + PIECE.events),
      ...{ tailAfter, tailUpTo: tailAfter + PIECE.heights },
      now: this.#parts.clock.peek(),
    };
  }
}

function reached({ upTo, movementUpTo, eventUpTo }: Window): typeof BEGINNING {
  return { after: upTo, movementAfter: movementUpTo, eventAfter: eventUpTo };
}
