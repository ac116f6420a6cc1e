// What no reading explains, said once however many answers show it, with a guess where a member has another name (C-63).
import { editDistance } from "../../kernel/edit-distance.ts";
import type { Difference } from "./verdicts.ts";

/** A difference at one or more places. `called`: the new name that a missing member may have. */
export type Finding = Omit<Difference, "subject" | "pointer"> & {
  readonly member: string;
  readonly places: readonly { readonly subject: string; readonly pointer: string }[];
  readonly called?: string;
};

/** Groups differences; a missing member and an extra one beside it that is much like it are one finding. */
export function findingsOf(differences: readonly Difference[]): Finding[] {
  const renamed = new Map(differences.flatMap((one) => pairOf(one, differences)));
  const extras = new Set(renamed.values());
  const grouped = new Map<string, Finding>();
  for (const difference of differences) {
    if (extras.has(difference)) continue;
    const { subject, pointer, ...rest } = difference;
    const extra = renamed.get(difference);
    const called = extra === undefined ? {} : { called: nameOf(extra.pointer), seen: extra.seen };
    const member = nameOf(pointer);
    const key = [rest.verdict, member, rest.expected, rest.seen, called.called].join("\n");
    const known = grouped.get(key);
    const places = [...(known?.places ?? []), { subject, pointer }];
    grouped.set(key, { ...rest, ...called, member, places });
  }
  return [...grouped.values()];
}

/** The extra member that a missing one has become, at the same place. */
function pairOf(missing: Difference, all: readonly Difference[]): [Difference, Difference][] {
  if (missing.verdict !== "missing" || missing.seen !== "nothing") return [];
  const beside = all.filter(
    ({ verdict, subject, pointer }) =>
      verdict === "extra" && subject === missing.subject && parentOf(pointer) === parentOf(missing.pointer),
  );
  const [best] = beside
    .filter(
      (extra) =>
        typeOf(extra.seen) === typeOf(missing.expected) && isLike(nameOf(extra.pointer), nameOf(missing.pointer)),
    )
    .toSorted((a, b) => distance(a, missing) - distance(b, missing));
  return best === undefined ? [] : [[missing, best]];
}

/** One name holds the other, or half of its letters are the same in the same order. */
function isLike(a: string, b: string): boolean {
  if (a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a))) return true;
  const half = Math.floor(Math.max(a.length, b.length) / 2);
  return editDistance(a, b, half) <= half;
}

function distance(extra: Difference, missing: Difference): number {
  return editDistance(nameOf(extra.pointer), nameOf(missing.pointer), 40);
}

function typeOf(words: string): string {
  return words.split(" ")[0] ?? "";
}

function nameOf(pointer: string): string {
  return pointer.split("/").findLast((name) => name !== "*") ?? "";
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}
