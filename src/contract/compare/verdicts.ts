// How a shape differs from the one that is expected, pointer by pointer (C-62).
import type { Form } from "./forms.ts";
import type { Member, Shape } from "./value-shape.ts";

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

/** `hidden`: seen pointers that could not be judged, since what is around them was not expected either. */
export type Comparison = {
  readonly differences: readonly Difference[];
  readonly same: number;
  readonly notReached: number;
  readonly hidden: number;
};

/** Pointers at which a form counts although the document leaves the text free, since a reading changes it there. */
export type IsSensitive = (pointer: string) => boolean;

/**
 * Compares what was seen with what is expected: seen types, forms and words must be among the expected ones, and a member that is
 * always expected must always be there. What is below a member that was never seen is not reached.
 */
export function compareShape(subject: string, seen: Shape, expected: Shape, isSensitive: IsSensitive): Comparison {
  const members: Compared = { seen: seen.members, expected: expected.members };
  const judged = [...members.expected].map(([pointer, member]) => judge(pointer, member, members, isSensitive));
  const differences = judged.flatMap((one) => (typeof one === "string" ? [] : [one]));
  const extra = extraMembers(members);
  return {
    hidden: unjudged(members) - extra.length,
    differences: [...differences, ...extra].map((one) => ({ subject, ...one })),
    same: judged.filter((one) => one === "same").length,
    notReached: judged.filter((one) => one === "not reached").length,
  };
}

type Members = ReadonlyMap<string, Member>;
type Compared = { readonly seen: Members; readonly expected: Members };
type AtPointer = Omit<Difference, "subject">;

function judge(
  pointer: string,
  member: Member,
  { seen }: Compared,
  isSensitive: IsSensitive,
): AtPointer | "same" | "not reached" {
  const found = seen.get(pointer);
  if (found === undefined) {
    const isJudged = isObjectAt(seen, parentOf(pointer)) && !pointer.endsWith("/*") && member.every;
    return isJudged ? { pointer, verdict: "missing", expected: wordsOf(member), seen: "nothing" } : "not reached";
  }
  const difference = memberDifference(found, member, isSensitive(pointer));
  if (difference !== undefined) return { pointer, ...difference };
  if (member.every && !found.every)
    return { pointer, verdict: "missing", expected: "always", seen: "sometimes missing" };
  return "same";
}

/** What an expected object has beside the expected members; an object without any may hold anything. */
function extraMembers({ seen, expected }: Compared): AtPointer[] {
  const named = new Set([...expected.keys()].filter((pointer) => pointer !== "").map(parentOf));
  return [...seen].flatMap(([pointer, member]) => {
    const around = parentOf(pointer);
    const isExtra = pointer !== "" && !expected.has(pointer) && isObjectAt(expected, around) && named.has(around);
    return isExtra ? [{ pointer, verdict: "extra" as const, expected: "nothing", seen: wordsOf(member) }] : [];
  });
}

/** Seen pointers that are not expected, except inside objects that may hold anything. */
function unjudged({ seen, expected }: Compared): number {
  const named = new Set([...expected.keys()].filter((pointer) => pointer !== "").map(parentOf));
  const isOpen = (pointer: string): boolean => isObjectAt(expected, pointer) && !named.has(pointer);
  const open = [...expected.keys()].filter(isOpen);
  const news = [...seen.keys()].filter((pointer) => pointer !== "" && !expected.has(pointer));
  return news.filter((pointer) => !open.some((around) => pointer.startsWith(`${around}/`))).length;
}

function isObjectAt(members: Members, pointer: string): boolean {
  return members.get(pointer)?.types.includes("object") === true;
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}

type Found = Pick<Difference, "verdict" | "expected" | "seen">;

function memberDifference(seen: Member, expected: Member, sensitive: boolean): Found | undefined {
  const types = beyond(seen.types, expected.types);
  if (types.length > 0) return { verdict: "other type", expected: expected.types.join(" or "), seen: types.join(", ") };
  const words = expected.words.length === 0 ? [] : beyond(seen.words, expected.words);
  if (words.length > 0)
    return { verdict: "unknown value", expected: expected.words.join(", "), seen: words.join(", ") };
  const forms = expected.words.length > 0 ? [] : unexpectedForms(seen.forms, expected.forms, sensitive);
  if (forms.length === 0) return undefined;
  return { verdict: "other form", expected: expected.forms.join(" or "), seen: forms.join(", ") };
}

function unexpectedForms(seen: readonly Form[], expected: readonly Form[], sensitive: boolean): Form[] {
  // A text that the document leaves free may have any form, and so may one that was never shown.
  if (!sensitive && (expected.includes("text") || expected.length === 0)) return [];
  return beyond(seen, expected).filter(
    (form) => !(form === "address" && expected.some((one) => one.startsWith("address"))),
  );
}

function beyond<Value>(seen: readonly Value[], expected: readonly Value[]): Value[] {
  return seen.filter((one) => !expected.includes(one));
}

function wordsOf({ types, forms }: Member): string {
  return [...types, ...forms].join(" ");
}
