// The readings of the wire as a comparison fits them: what a body becomes under a choice, without a sandbox (C-63).
import type { OpenApiDocument } from "../../spec/document.ts";
import { READING_NAMES, rowOf, valuesOf } from "../readings/table.ts";
import type { Rewording } from "./expected.ts";

export function wireRewording(_document: OpenApiDocument): Rewording {
  const wire = READING_NAMES.filter((name) => rowOf(name).kind === "wire");
  return {
    readings: wire.map((name) => ({ name, values: valuesOf(name) })),
    reword: (_subject, text) => text,
  };
}
