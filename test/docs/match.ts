// Compares the output in a page with the real output: ids, hashes and times may differ, nothing else.

/** In a page `…` stands for anything within a line; on a line of its own, for any lines; as a member `"…": "…"`, for further members. */
const ANYTHING = "…";

const VARYING: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>"],
  [/0x[0-9a-f]{64}/g, "<hash>"],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{3,6})?(Z|\b)/g, "<time>"],
];

/** A line that was cut (`cut -c`) may end within an id or a hash. */
const CUT = /(0x)?[0-9a-f]{1,64}(-[0-9a-f]{0,12}){0,4}$/;

const CUT_FROM = 60;

function plain(line: string): string {
  let text = line.trimEnd();
  for (const [pattern, name] of VARYING) text = text.replaceAll(pattern, name);
  return text.replaceAll(/ {2,}/g, "  ");
}

function lineFits(expected: string, seen: string): boolean {
  const pieces = plain(expected.replaceAll(`0x${ANYTHING}`, ANYTHING))
    .split(ANYTHING)
    .map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (new RegExp(`^${pieces.join(".*")}$`).test(plain(seen))) return true;
  // Only a long line counts as cut: the rest of a short one proves nothing.
  const cut = (line: string): string => plain(line).replace(CUT, "");
  const isCut = pieces.length === 1 && expected.length === seen.length && expected.length >= CUT_FROM;
  return isCut && cut(expected) === cut(seen);
}

/** Undefined when the text fits; otherwise the first line that does not, as a person reads it. */
export function textDifference(expected: string, seen: string): string | undefined {
  const wanted = expected.trimEnd().split("\n");
  const lines = seen.trimEnd().split("\n");
  let at = 0;
  for (let index = 0; index < wanted.length; index += 1) {
    const want = wanted[index] ?? "";
    if (want.trim() === ANYTHING) {
      const next = wanted[index + 1];
      if (next === undefined) return undefined;
      const found = lines.findIndex((line, i) => i >= at && lineFits(next, line));
      if (found < 0) return `the page says "${next}" comes; it does not:\n${seen}`;
      at = found;
      continue;
    }
    const line = lines[at];
    if (line === undefined || !lineFits(want, line))
      return `the page says: ${want}\n    but it is: ${line ?? "(nothing)"}`;
    at += 1;
  }
  return at === lines.length ? undefined : `the page ends, the output goes on: ${lines[at]}`;
}

/** The same for JSON, member by member. */
export function jsonDifference(expected: unknown, seen: unknown, at = "$"): string | undefined {
  if (typeof expected === "string" && typeof seen === "string") {
    return textDifference(expected, seen) === undefined
      ? undefined
      : `${at}: the page says "${expected}", it is "${seen}"`;
  }
  if (expected === ANYTHING) return undefined;
  if (Array.isArray(expected) && Array.isArray(seen)) return listDifference(expected, seen, at);
  if (isObject(expected) && isObject(seen)) {
    const { [ANYTHING]: open, ...members } = expected;
    const more = Object.keys(seen).filter((name) => !(name in members));
    if (open === undefined && more.length > 0) return `${at}: the page leaves out ${more.join(", ")}`;
    return first(Object.entries(members).map(([name, value]) => jsonDifference(value, seen[name], `${at}.${name}`)));
  }
  return expected === seen
    ? undefined
    : `${at}: the page says ${JSON.stringify(expected)}, it is ${JSON.stringify(seen)}`;
}

function listDifference(expected: readonly unknown[], seen: readonly unknown[], at: string): string | undefined {
  const open = expected.at(-1) === ANYTHING;
  const items = open ? expected.slice(0, -1) : expected;
  if (!open && items.length !== seen.length)
    return `${at}: the page has ${items.length} items, there are ${seen.length}`;
  return first(items.map((item, i) => jsonDifference(item, seen[i], `${at}[${i}]`)));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function first(differences: readonly (string | undefined)[]): string | undefined {
  return differences.find((one) => one !== undefined);
}
