// How a shape differs from the one that is expected, pointer by pointer (C-62).
import type { Form } from "./forms.ts";
import { type Member, NAMELESS, type Shape } from "./shape.ts";

/** In the order of reports. They are counted apart and never summed. */
export const VERDICTS = [
  ...["same", "extra", "missing", "other type", "other form", "unknown value", "other status", "not reached"],
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A difference at a pointer of a subject. `expected` and `seen` are words of shapes: types, forms, enum words. */
export type Difference = {
  readonly subject: string;
  readonly pointer: string;
  readonly verdict: Exclude<Verdict, "same" | "not reached">;
  readonly expected: string;
  readonly seen: string;
};

export type Comparison = { readonly differences: readonly Difference[]; readonly same: number; readonly notReached: number };

/** Pointers at which a form counts although the document leaves the text free, since a reading changes it there. */
export type IsSensitive = (pointer: string) => boolean;

/**
 * Compares what was seen with what is expected: seen types, forms and words must be among the expected ones, and a member that is
 * always expected must always be there. What is below a member that was never seen is not reached.
 */
export function compareShapes(subject: string, seen: Shape, expected: Shape, isSensitive: IsSensitive): Comparison {
  const [seenMembers, expectedMembers] = [seen.members, expected.members];
  const differences: Difference[] = [];
  let [same, notReached] = [0, 0];
  const at = (pointer: string, verdict: Difference["verdict"], expects: string, sees: string): void => {
    differences.push({ subject, pointer, verdict, expected: expects, seen: sees });
  };
  for (const [pointer, member] of expectedMembers) {
    const found = seenMembers.get(pointer);
    const around = seenMembers.get(parentOf(pointer));
    if (found === undefined) {
      const isJudged = around?.types.includes("object") === true && !pointer.endsWith("/*") && member.every;
      if (isJudged) at(pointer, "missing", wordsOf(member), "nothing");
      else notReached += 1;
      continue;
    }
    const found1 = memberDifference(found, member, isSensitive(pointer));
    if (found1 !== undefined) at(pointer, found1.verdict, found1.expected, found1.seen);
    else if (member.every && !found.every) at(pointer, "missing", "always", "sometimes missing");
    else same += 1;
  }
  for (const [pointer, member] of seenMembers) {
    const isNew = !expectedMembers.has(pointer) && (pointer === "" || expectedMembers.has(parentOf(pointer)));
    const around = expectedMembers.get(parentOf(pointer));
    const isOpen = around?.types.includes("object") === true && !hasMembers(expectedMembers, parentOf(pointer));
    if (isNew && !isOpen && around?.types.includes("object") !== false) at(pointer, "extra", "nothing", wordsOf(member));
  }
  return { differences, same, notReached };
}

function hasMembers(members: ReadonlyMap<string, Member>, pointer: string): boolean {
  return [...members.keys()].some((one) => one !== pointer && parentOf(one) === pointer);
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}

type Found = Pick<Difference, "verdict" | "expected" | "seen">;

function memberDifference(seen: Member, expected: Member, sensitive: boolean): Found | undefined {
  const types = beyond(seen.types, expected.types);
  if (types.length > 0) return { verdict: "other type", expected: expected.types.join(" or "), seen: types.join(", ") };
  const words = expected.words.length === 0 ? [] : beyond(seen.words, expected.words);
  if (words.length > 0) return { verdict: "unknown value", expected: expected.words.join(", "), seen: words.join(", ") };
  const forms = expected.words.length > 0 ? [] : unexpectedForms(seen.forms, expected.forms, sensitive);
  if (forms.length === 0) return undefined;
  return { verdict: "other form", expected: expected.forms.join(" or "), seen: forms.join(", ") };
}

function unexpectedForms(seen: readonly Form[], expected: readonly Form[], sensitive: boolean): Form[] {
  // A text that the document leaves free may have any form, and so may one that was never shown.
  if (!sensitive && (expected.includes("text") || expected.length === 0)) return [];
  return beyond(seen, expected).filter((form) => !(form === "whole" && expected.includes("decimal")));
}

function beyond<Value>(seen: readonly Value[], expected: readonly Value[]): Value[] {
  return seen.filter((one) => !expected.includes(one));
}

function wordsOf({ types, forms }: Member): string {
  return [...types, ...forms].join(" ");
}

/** True for a place that has no name of its own. */
export function isNameless(pointer: string): boolean {
  return pointer.includes(NAMELESS);
}
