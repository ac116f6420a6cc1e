// One comparison: what was collected so far, and its result.
import { type OpenApiDocument, serviceDocument } from "../../spec/document.ts";
import { type Choices, defaultOf, type ReadingName } from "../readings/table.ts";
import type { PlannedCall } from "./calls.ts";
import { ShapeCollection } from "./collection.ts";
import { Expectations } from "./expected.ts";
import type { Recorded } from "./recorded.ts";
import { type CompareResult, type NotReached, resultOf } from "./result.ts";
import { wireRewording } from "./rewording.ts";
import type { Shape } from "./value-shape.ts";

/** Operations whose errors are about what was asked for, not about where: the route of a quote may not exist. */
const MAY_REFUSE: readonly string[] = ["getQuote"];

export class Session {
  readonly document: OpenApiDocument = serviceDocument;
  /** Calls without an answer, and why. */
  readonly notReached: NotReached[] = [];
  readonly #given: Choices;
  readonly #expectations: Expectations;
  readonly #collection: ShapeCollection;
  readonly #unexpected: { operation: string; status: number }[] = [];

  /** `given`: the readings that are expected already. */
  constructor(given: Choices) {
    this.#given = given;
    this.#expectations = new Expectations(this.document, wireRewording(this.document));
    this.#collection = new ShapeCollection(this.#expectations.marks);
  }

  add(recorded: Recorded): void {
    this.#collection.add(recorded);
  }

  /** Adds the answer to a call. An error where the lists promised a record is a difference, also if the document names its status. */
  addAnswer({ operation, probes }: PlannedCall, recorded: Recorded): void {
    this.add(recorded);
    const { subject } = recorded;
    if (subject.kind !== "reply" || subject.status < 300 || probes !== undefined || MAY_REFUSE.includes(operation))
      return;
    this.#unexpected.push({ operation, status: subject.status });
  }

  get count(): number {
    return this.#collection.count;
  }

  get shapes(): readonly Shape[] {
    return this.#collection.shapes;
  }

  result(): CompareResult {
    return resultOf({
      document: this.document,
      expectations: this.#expectations,
      shapes: this.shapes,
      given: this.#given as Readonly<Record<string, string>>,
      defaultOf: (reading) => defaultOf(reading as ReadingName),
      unexpected: this.#unexpected,
      notReached: this.notReached,
    });
  }
}
