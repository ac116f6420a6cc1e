// The readings of the wire as a comparison fits them: what a body becomes under a choice, by the code that serves it (C-63).
import { required } from "../../kernel/assert.ts";
import type { OpenApiDocument } from "../../spec/document.ts";
import { operationsOf } from "../../spec/operations.ts";
import { type Choices, READING_NAMES, rowOf, valuesOf } from "../readings/table.ts";
import { rewordAnswer } from "../reword/answer.ts";
import type { Rewording as Context } from "../reword/rewording.ts";
import { rewordWebhook } from "../reword/webhook.ts";
import type { Rewording } from "./expected.ts";

/** Readings that move members come first: only then can those be seen that write what is in them. */
const FIRST: readonly string[] = ["record", "list_array", "nested_names"];

/** These stand for what nobody knows yet: no service speaks our names for it. */
const UNSPOKEN: ReadonlySet<string> = new Set(["extra_members=some", "open_values=new"]);

export function wireRewording(document: OpenApiDocument): Rewording {
  const wire = READING_NAMES.filter((name) => rowOf(name).kind === "wire");
  const ordered = wire.toSorted((a, b) => Number(FIRST.includes(b)) - Number(FIRST.includes(a)));
  return {
    readings: ordered.map((name) => ({
      name,
      values: valuesOf(name).filter((value) => !UNSPOKEN.has(`${name}=${value}`)),
    })),
    reword(subject, text, chosen, turn) {
      if (Object.keys(chosen).length === 0) return text;
      const context = contextOf(chosen, turn);
      if (subject.kind === "webhook") return rewordWebhook(document, subject.type, text, context).text;
      // Error bodies keep their three members under every reading.
      if (subject.status >= 300) return text;
      const operation = required(operationsOf(document).get(subject.operation), "an operation of the document");
      return rewordAnswer(document, { operation, status: subject.status, text }, context);
    },
  };
}

function contextOf(chosen: Readonly<Record<string, string>>, turn: number): Context {
  return {
    choices: chosen as Choices,
    met: () => {},
    turn: () => turn,
    // The form alone counts: any ticker is in upper case.
    ticker: (slug) => slug.slice(0, 3).toUpperCase(),
  };
}
