// The shapes that the document expects, and those that it expects when a service speaks other readings (C-62, C-63).
import { hash } from "node:crypto";
import { required } from "../../kernel/assert.ts";
import { type OpenApiDocument, resolve, type Schema } from "../../spec/document.ts";
import { operationsOf } from "../../spec/operations.ts";
import { type Marks, marksOf } from "./marks.ts";
import { nameOf, type Subject } from "./recorded.ts";
import { examplesOf, samplesOf } from "./samples.ts";
import { Shape } from "./value-shape.ts";
import type { IsSensitive } from "./verdicts.ts";

/** Values of readings by name; what is missing has its default. */
export type Chosen = Readonly<Record<string, string>>;

/** A reading as far as it is fitted: the first value is the default. */
export type FittedReading = { readonly name: string; readonly values: readonly string[] };

/** The readings of the wire: which there are, and what a body becomes under some of them. `turn` counts answers of one subject. */
export type Rewording = {
  readonly readings: readonly FittedReading[];
  reword(subject: Subject, text: string, chosen: Chosen, turn: number): string;
};

/** Answers twice for each sample, so that a reading by which every second answer differs shows both. */
const TURNS = [0, 1];

/** Expected shapes of one document; each is made once for each choice of readings. */
export class Expectations {
  readonly #document: OpenApiDocument;
  readonly #rewording: Rewording;
  readonly #marks: Marks;
  readonly #samples = new Map<string, readonly string[]>();
  readonly #shapes = new Map<string, Shape>();
  readonly #shapesByTexts = new Map<string, Shape>();
  readonly #sensitive = new Map<string, ReadonlySet<string>>();

  constructor(document: OpenApiDocument, rewording: Rewording) {
    this.#document = document;
    this.#rewording = rewording;
    this.#marks = marksOf(document);
  }

  get marks(): Marks {
    return this.#marks;
  }

  get readings(): readonly FittedReading[] {
    return this.#rewording.readings;
  }

  /** Whether the document names this answer or webhook. */
  has(subject: Subject): boolean {
    return this.#schemaOf(subject) !== undefined;
  }

  /** What the subject looks like under these readings. */
  shape(subject: Subject, chosen: Chosen): Shape {
    const key = `${nameOf(subject)} ${JSON.stringify(Object.entries(chosen).toSorted())}`;
    const known = this.#shapes.get(key);
    if (known !== undefined) return known;
    const texts = this.#samplesOf(subject).flatMap((text) =>
      TURNS.map((turn) => this.#rewording.reword(subject, text, chosen, turn)),
    );
    const shape = this.#shapeOf(subject, [...new Set(texts)]);
    this.#shapes.set(key, shape);
    return shape;
  }

  /** Most readings leave a subject as it is: its shape is made, and kept, once (C-82). */
  #shapeOf(subject: Subject, texts: readonly string[]): Shape {
    const key = hash("sha256", `${nameOf(subject)}\n${texts.join("\n")}`);
    const known = this.#shapesByTexts.get(key);
    if (known !== undefined) return known;
    const shapes = texts.map((body) => Shape.of({ subject, headers: {}, body }, this.#marks));
    const shape = shapes.reduce((sum, one) => sum.with(one));
    this.#shapesByTexts.set(key, shape);
    return shape;
  }

  /** The pointers of a subject at which some reading changes the form of a text or a number. */
  sensitivity(subject: Subject, chosen: Chosen): IsSensitive {
    const names = this.#sensitiveNames(subject);
    const plain = this.shape(subject, chosen).members;
    return (pointer) => names.has(nameAt(pointer)) && plain.has(pointer);
  }

  /** By name, since other readings move members. */
  #sensitiveNames(subject: Subject): ReadonlySet<string> {
    const known = this.#sensitive.get(nameOf(subject));
    if (known !== undefined) return known;
    const names = new Set<string>();
    const plain = this.shape(subject, {}).members;
    for (const { name, values } of this.#rewording.readings) {
      for (const value of values.slice(1)) {
        const other = this.shape(subject, { [name]: value }).members;
        for (const [pointer, { forms }] of plain) {
          const changed = other.get(pointer)?.forms;
          if (changed !== undefined && changesForm(forms, changed)) names.add(nameAt(pointer));
        }
      }
    }
    this.#sensitive.set(nameOf(subject), names);
    return names;
  }

  #samplesOf(subject: Subject): readonly string[] {
    const key = nameOf(subject);
    const known = this.#samples.get(key);
    if (known !== undefined) return known;
    const schema = required(this.#schemaOf(subject), "a subject of the document", { key });
    const values = [...samplesOf(this.#document, schema), ...examplesOf(this.#document, schema)];
    const texts = values.map((value) => JSON.stringify(value));
    this.#samples.set(key, texts);
    return texts;
  }

  #schemaOf(subject: Subject): Schema | undefined {
    const json = "application/json";
    if (subject.kind === "webhook")
      return this.#document.webhooks?.[subject.type]?.["post"]?.requestBody?.content?.[json]?.schema;
    const operation = operationsOf(this.#document).get(subject.operation);
    const answers = operation && this.#document.paths[operation.path]?.[operation.method]?.responses;
    const answer = answers?.[String(subject.status)];
    return answer === undefined ? undefined : resolve(this.#document, answer).content?.[json]?.schema;
  }
}

/** An empty text that appears or disappears is no other form: it is an absence. */
function changesForm(before: readonly string[], after: readonly string[]): boolean {
  const [a, b] = [before, after].map((forms) => forms.filter((form) => form !== "empty").join());
  return a !== "" && b !== "" && a !== b;
}

function nameAt(pointer: string): string {
  return pointer.split("/").findLast((name) => name !== "*") ?? "";
}
