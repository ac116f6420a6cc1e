// Collects exchanges as shapes, one for each answer or webhook that they are instances of, whatever their number (C-82).
import { type Exchange, nameOf } from "./exchange.ts";
import type { Marks } from "./marks.ts";
import { Shape } from "./shape.ts";

/** Subjects beyond this number are counted and not kept: a document has fewer. */
const MOST_SHAPES = 300;

export class ShapeCollection {
  readonly #marks: Marks;
  readonly #shapes = new Map<string, Shape>();
  #exchanges = 0;

  constructor(marks: Marks) {
    this.#marks = marks;
  }

  /** Reduces an exchange; nothing of it is kept but its shape. */
  add(exchange: Exchange): void {
    this.#exchanges += 1;
    const name = nameOf(exchange.subject);
    const known = this.#shapes.get(name);
    if (known === undefined && this.#shapes.size >= MOST_SHAPES) return;
    const shape = Shape.of(exchange, this.#marks);
    this.#shapes.set(name, known === undefined ? shape : known.with(shape));
  }

  /** Answers and webhooks that were added. */
  get exchanges(): number {
    return this.#exchanges;
  }

  /** Sorted by name, so that a committed file changes only where something changed. */
  get shapes(): readonly Shape[] {
    return [...this.#shapes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, shape]) => shape);
  }
}
