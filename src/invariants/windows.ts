// Which part of the books a check looks at: all of it, or what is new and a part of the rest in turn.
import type { World } from "../domain/world.ts";
import { ends, type Window } from "./store.ts";

type WindowParts = Pick<World, "db" | "clock">;

/** Before the first row of everything. */
const BEGINNING = { after: 0, movementAfter: 0, eventAfter: 0 };

/** Rows of the history, movements, events, and heights of a piece. */
const PIECE = { history: 100, movements: 100, events: 100, heights: 300 };

export function wholeWindow({ db, clock }: WindowParts): Window {
  return { ...BEGINNING, ...ends(db), tailAfter: 0, tailUpTo: Number.MAX_SAFE_INTEGER, now: clock.peek() };
}

/** The windows of one piece after the other. */
export class PieceWindows {
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
