// Compares a received value with the expected one: objects partially, lists and values exactly, plus a few matchers.

/** One difference between expected and received value; both sides as short texts. */
export type Difference = { at: string; expected: string; seen: string };

/** In a list: any number of elements, including none. */
export const GAP = "...";

/** Maximum length of one side of a difference, characters. */
const MAX_LENGTH = 600;

type Matcher = { holds(seen: unknown, wanted: unknown): boolean; describe(wanted: unknown): string };

/** The matchers, each written as an object with this one member. */
export const MATCHERS: Readonly<Record<string, Matcher>> = {
  $any: { holds: (seen) => seen !== undefined, describe: () => "any value" },
  $absent: { holds: (seen) => seen === undefined, describe: () => "nothing" },
  $matches: {
    holds: (seen, form) => typeof seen === "string" && new RegExp(String(form), "u").test(seen),
    describe: (form) => `a text like ${String(form)}`,
  },
  $length: {
    holds: (seen, length) => (typeof seen === "string" || Array.isArray(seen)) && seen.length === length,
    describe: (length) => `length ${String(length)}`,
  },
};

/** The differences, in the order of the expectation; empty when it matches. `at` is the path used in messages. */
export function differences(expected: unknown, seen: unknown, at: string): Difference[] {
  const matcher = matcherOf(expected);
  if (matcher !== undefined) {
    const [kind, wanted] = matcher;
    return kind.holds(seen, wanted) ? [] : [{ at, expected: kind.describe(wanted), seen: shown(seen) }];
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
  if (others.length === 0) return exactListDifferences(first, seen, at);
  const head = exactListDifferences(first, seen.slice(0, first.length), at);
  if (head.length > 0) return head;
  const last = others.pop() ?? [];
  let from = first.length;
  const until = seen.length - last.length;
  for (const piece of others) {
    const found = indexOfPiece(piece, seen, from, until);
    if (found === undefined) return [missingPiece(piece, seen.slice(from, Math.max(from, until)), `${at}[${from}…]`)];
    from = found + piece.length;
  }
  if (until < from) return [missingPiece(last, seen.slice(from), `${at}[${from}…]`)];
  return exactListDifferences(last, seen.slice(until), `${at}(its end)`);
}

/** The list split at its gaps: one piece more than there are gaps. */
function piecesOf(expected: readonly unknown[]): unknown[][] {
  const pieces: unknown[][] = [[]];
  for (const one of expected) {
    if (one === GAP) pieces.push([]);
    else pieces.at(-1)?.push(one);
  }
  return pieces;
}

function indexOfPiece(
  piece: readonly unknown[],
  seen: readonly unknown[],
  from: number,
  until: number,
): number | undefined {
  for (let start = from; start + piece.length <= until; start += 1) {
    if (piece.every((one, index) => differences(one, seen[start + index], "").length === 0)) return start;
  }
  return undefined;
}

function exactListDifferences(expected: readonly unknown[], seen: readonly unknown[], at: string): Difference[] {
  const count = Math.min(expected.length, seen.length);
  for (let index = 0; index < count; index += 1) {
    const found = differences(expected[index], seen[index], `${at}[${index}]`);
    if (found.length > 0)
      return expected.length === seen.length ? found : [...found, lengthDifference(expected, seen, at)];
  }
  return expected.length === seen.length ? [] : [lengthDifference(expected, seen, at)];
}

function lengthDifference(expected: readonly unknown[], seen: readonly unknown[], at: string): Difference {
  return { at, expected: summary(expected), seen: summary(seen) };
}

function missingPiece(piece: readonly unknown[], rest: readonly unknown[], at: string): Difference {
  return { at, expected: shown(piece.length === 1 ? piece[0] : piece), seen: `not among ${summary(rest)}` };
}

/** A list in one line: its length and a short text for each element. */
function summary(list: readonly unknown[]): string {
  const words = list.map((one) => (isObject(one) && typeof one["type"] === "string" ? one["type"] : shown(one, 60)));
  return cut(`${list.length}: ${words.join(", ") || "nothing"}`, MAX_LENGTH);
}

function shown(value: unknown, maxLength = MAX_LENGTH): string {
  return value === undefined ? "nothing" : cut(JSON.stringify(value) ?? String(value), maxLength);
}

function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}

function matcherOf(expected: unknown): [Matcher, unknown] | undefined {
  if (!isObject(expected)) return undefined;
  const [[name = "", wanted] = [], ...others] = Object.entries(expected);
  const matcher = Object.hasOwn(MATCHERS, name) ? MATCHERS[name] : undefined;
  return matcher === undefined || others.length > 0 ? undefined : [matcher, wanted];
}

/** True for a JSON object. A number kept as raw JSON for its digits is a value, not an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !("rawJSON" in value);
}
