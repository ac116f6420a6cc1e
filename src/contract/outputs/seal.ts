// Takes secrets and bodies out of a result document. The writers accept nothing else, so that no output can be made without this step.

import type { ResultDocument } from "./document.ts";
import { maskKnown, maskSecrets } from "./mask.ts";

declare const SEALED: unique symbol;

/** A document without secrets, and without bodies unless they were asked for (C-70, R-211). Only `seal` makes one. */
export type SealedDocument = ResultDocument & { readonly [SEALED]: true };

export type SealOptions = {
  /** Keys and secrets of the sandboxes and endpoints that took part: wherever one occurs it is masked. */
  readonly secrets: readonly string[];
  readonly withBodies: boolean;
};

/** Characters of one text that are kept: a report is read by people, and its size must stay bounded. */
const MAX_TEXT = 8_192;
/** Members of `data` that hold a body. */
const BODY_MEMBER = /^(?:.+_)?body(?:_excerpt)?$/;

/** The document with every secret masked, long texts cut, and bodies left out unless `withBodies`. The input stays as it is. */
export function seal(document: ResultDocument, options: SealOptions): SealedDocument {
  const { data, ...shown } = document;
  const masked = (text: string): string => cut(maskKnown(maskSecrets(text), options.secrets));
  const sections = shown.sections.map((section) => ({
    ...section,
    cases: section.cases.map((one) => ({
      ...one,
      ...(one.evidence && { evidence: one.evidence.filter(({ kind }) => options.withBodies || kind !== "body") }),
    })),
  }));
  return mapped(
    { ...shown, sections, ...(data && { data: options.withBodies ? data : withoutBodies(data) }) },
    masked,
  ) as SealedDocument;
}

/** The value with `change` applied to each text, names of members included: these may come from outside too. */
function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  if (typeof value !== "object" || value === null) return value;
  return fromEntries(Object.entries(value).map(([name, inner]) => [change(name), mapped(inner, change)]));
}

function withoutBodies(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBodies);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name, inner]) => !(BODY_MEMBER.test(name) && typeof inner === "string"));
  return fromEntries(kept.map(([name, inner]) => [name, withoutBodies(inner)]));
}

/** An object of these members, also of one that is called `__proto__`. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [name, value] of entries)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  return made;
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
