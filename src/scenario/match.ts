// Whether what was seen is what a scenario expects: objects in part, lists and values exactly, and a few matchers.

/** One way in which what was seen differs; both sides as short texts. */
export type Difference = { at: string; expected: string; seen: string };

/** In a list: any number of elements, also none. */
export const GAP = "...";

/** Longest text of one side of a difference. */
const LONGEST = 600;

type Matcher = { holds(seen: unknown, wanted: unknown): boolean; says(wanted: unknown): string };

/** The matchers, each written as an object with this one member. */
export const MATCHERS: Readonly<Record<string, Matcher>> = {
  $any: { holds: (seen) => seen !== undefined, says: () => "any value" },
  $absent: { holds: (seen) => seen === undefined, says: () => "nothing" },
  $matches: {
    holds: (seen, form) => typeof seen === "string" && new RegExp(String(form), "u").test(seen),
    says: (form) => `a text like ${String(form)}`,
  },
  $length: {
    holds: (seen, length) => (typeof seen === "string" || Array.isArray(seen)) && seen.length === length,
    says: (length) => `length ${String(length)}`,
  },
};

/** What differs, in the order of the expectation; empty when it matches. `at` names the place in messages. */
export function differences(expected: unknown, seen: unknown, at: string): Difference[] {
  const matcher = matcherOf(expected);
  if (matcher !== undefined) {
    const [kind, wanted] = matcher;
    return kind.holds(seen, wanted) ? [] : [{ at, expected: kind.says(wanted), seen: shown(seen) }];
  }
  if (Array.isArray(expected) && Array.isArray(seen)) return listDifferences(expected, seen, at);
  if (isObject(expected) && isObject(seen)) {
    return Object.entries(expected).flatMap(([key, member]) =>
      differences(member, Object.hasOwn(seen, key) ? seen[key] : undefined, `${at}.${key}`),
    );
  }
  return shown(expected, Number.POSITIVE_INFINITY) === shown(seen, Number.POSITIVE_INFINITY)
    ? []
    : [{ at, expected: shown(expected), seen: shown(seen) }];
}

function listDifferences(expected: readonly unknown[], seen: readonly unknown[], at: string): Difference[] {
  const pieces = piecesOf(expected);
  const [first = [], ...others] = pieces;
  if (others.length === 0) return wholeListDifferences(first, seen, at);
  const head = wholeListDifferences(first, seen.slice(0, first.length), at);
  if (head.length > 0) return head;
  const last = others.pop() ?? [];
  let from = first.length;
  const until = seen.length - last.length;
  for (const piece of others) {
    const found = placeOf(piece, seen, from, until);
    if (found === undefined) return [notThere(piece, seen.slice(from, Math.max(from, until)), `${at}[${from}…]`)];
    from = found + piece.length;
  }
  if (until < from) return [notThere(last, seen.slice(from), `${at}[${from}…]`)];
  return wholeListDifferences(last, seen.slice(until), `${at}(its end)`);
}

/** The list between its gaps: one piece more than there are gaps. */
function piecesOf(expected: readonly unknown[]): unknown[][] {
  const pieces: unknown[][] = [[]];
  for (const one of expected) {
    if (one === GAP) pieces.push([]);
    else pieces.at(-1)?.push(one);
  }
  return pieces;
}

function placeOf(piece: readonly unknown[], seen: readonly unknown[], from: number, until: number): number | undefined {
  for (let start = from; start + piece.length <= until; start += 1) {
    if (piece.every((one, index) => differences(one, seen[start + index], "").length === 0)) return start;
  }
  return undefined;
}

function wholeListDifferences(expected: readonly unknown[], seen: readonly unknown[], at: string): Difference[] {
  const count = Math.min(expected.length, seen.length);
  for (let index = 0; index < count; index += 1) {
    const found = differences(expected[index], seen[index], `${at}[${index}]`);
    if (found.length > 0) return expected.length === seen.length ? found : [...found, lengths(expected, seen, at)];
  }
  return expected.length === seen.length ? [] : [lengths(expected, seen, at)];
}

function lengths(expected: readonly unknown[], seen: readonly unknown[], at: string): Difference {
  return { at, expected: summary(expected), seen: summary(seen) };
}

function notThere(piece: readonly unknown[], rest: readonly unknown[], at: string): Difference {
  return { at, expected: shown(piece.length === 1 ? piece[0] : piece), seen: `not among ${summary(rest)}` };
}

/** A list in a line: how long it is, and what each element is about. */
function summary(list: readonly unknown[]): string {
  const words = list.map((one) => (isObject(one) && typeof one["type"] === "string" ? one["type"] : shown(one, 60)));
  return cut(`${list.length}: ${words.join(", ") || "nothing"}`, LONGEST);
}

function shown(value: unknown, longest = LONGEST): string {
  return value === undefined ? "nothing" : cut(JSON.stringify(value) ?? String(value), longest);
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

function matcherOf(expected: unknown): [Matcher, unknown] | undefined {
  if (!isObject(expected)) return undefined;
  const [[name = "", wanted] = [], ...others] = Object.entries(expected);
  const matcher = Object.hasOwn(MATCHERS, name) ? MATCHERS[name] : undefined;
  return matcher === undefined || others.length > 0 ? undefined : [matcher, wanted];
}

/** A JSON object; a number with many digits, which is kept as it was written, is a value. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !("rawJSON" in value);
}
