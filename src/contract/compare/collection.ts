// Collects recorded answers as shapes, one for each answer or webhook that they are instances of, whatever their number (C-82).

import type { Marks } from "./marks.ts";
import { nameOf, type Recorded } from "./recorded.ts";
import { Shape } from "./value-shape.ts";

/** Subjects beyond this number are counted and not kept: a document has fewer. */
const MAX_SHAPES = 300;

export class ShapeCollection {
  readonly #marks: Marks;
  readonly #shapes = new Map<string, Shape>();
  #count = 0;

  constructor(marks: Marks) {
    this.#marks = marks;
  }

  /** Reduces a recorded answer; nothing of it is kept but its shape. */
  add(recorded: Recorded): void {
    this.#count += 1;
    const name = nameOf(recorded.subject);
    const known = this.#shapes.get(name);
    if (known === undefined && this.#shapes.size >= MAX_SHAPES) return;
    const shape = Shape.of(recorded, this.#marks);
    this.#shapes.set(name, known === undefined ? shape : known.with(shape));
  }

  /** Answers and webhooks that were added. */
  get count(): number {
    return this.#count;
  }

  /** Sorted by name, so that a committed file changes only where something changed. */
  get shapes(): readonly Shape[] {
    return [...this.#shapes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, shape]) => shape);
  }
}
