// What strict mode leaves out: a level, or single parts by their pointers; read from requests, options and files (C-40).
import { editDistance } from "../../kernel/edit-distance.ts";
import { isObject } from "../../kernel/is-object.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Part, strictCatalogue } from "./catalogue.ts";
import { whyKept } from "./kept.ts";

export const LEVELS = ["invented", "inferred"] as const;
/** `inferred` includes `invented`. */
export type Level = (typeof LEVELS)[number];

/** `level`: all parts of that level; `without`: these parts as well. At least one of the two says something. */
export type StrictSetting = { level: Level | null; without: readonly string[] };

/** As requests and files hold it. */
export type StrictInput = { enabled: boolean; level?: string | null; without?: readonly string[] | null | undefined };

/** A text longer than this is no pointer: the longest has about 90 characters. */
const MAX_POINTER = 200;
/** As many as the document has parts, and no list is longer than that without repeating itself. */
const MAX_POINTERS = 1_000;

/** The setting that an input asks for; null = switched off. @throws Problem invalidRequest that names the nearest level or pointer */
export function readSetting({ enabled, level, without }: StrictInput): StrictSetting | null {
  const pointers = (without ?? []).map(knownPointer);
  const known = level === undefined || level === null ? null : readLevel(level);
  if (!enabled) {
    if (known !== null || pointers.length > 0)
      throw new Problem("invalidRequest", "enabled is false: leave level and without out, or send enabled: true");
    return null;
  }
  // Switched on without a word: the level of what was made up.
  return { level: known ?? (pointers.length === 0 ? "invented" : null), without: [...new Set(pointers)] };
}

/** The JSON of a settings file. @throws Problem invalidRequest that says what it must be */
export function settingOfFile(text: string): StrictSetting | null {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    throw new Problem("invalidRequest", `the file is not JSON: it holds ${SAMPLE}`);
  }
  if (!isObject(input)) throw new Problem("invalidRequest", `the file holds no object: it holds ${SAMPLE}`);
  const stray = Object.keys(input).find((name) => !MEMBERS.includes(name));
  if (stray !== undefined)
    throw new Problem("invalidRequest", `unknown member ${JSON.stringify(stray)}: known are ${MEMBERS.join(", ")}`);
  const { enabled = true, level, without } = input;
  if (typeof enabled !== "boolean") throw new Problem("invalidRequest", "enabled is neither true nor false");
  if (level !== undefined && level !== null && typeof level !== "string")
    throw new Problem("invalidRequest", `level is not one of ${LEVELS.join(", ")}`);
  if (!isPointerList(without)) throw new Problem("invalidRequest", "without is not a list of JSON pointers");
  return readSetting({ enabled, level: level ?? null, without });
}

const SAMPLE = '{"enabled": true, "level": "invented"} or {"enabled": true, "without": ["/components/schemas/…"]}';
const MEMBERS = ["enabled", "level", "without"];

function isPointerList(value: unknown): value is readonly string[] | undefined | null {
  if (value === undefined || value === null) return true;
  return Array.isArray(value) && value.length <= MAX_POINTERS && value.every((one) => typeof one === "string");
}

/** @throws Problem invalidRequest that names the levels, the nearest first */
export function readLevel(text: string): Level {
  const found = LEVELS.find((level) => level === text);
  if (found !== undefined) return found;
  const meant = LEVELS.find((level) => editDistance(level, text.toLowerCase(), 3) <= 3);
  const hint = meant === undefined ? "" : `did you mean ${meant}? `;
  throw new Problem("invalidRequest", `there is no level ${shown(text)}: ${hint}use one of ${LEVELS.join(", ")}`, {
    details: { known: LEVELS },
  });
}

/** The pointer as the document has it: `#/…` is the same as `/…`. @throws Problem invalidRequest that names the nearest one */
function knownPointer(text: string): string {
  const pointer = text.startsWith("#") ? text.slice(1) : text;
  const parts = strictCatalogue();
  const part = parts.get(pointer);
  if (part !== undefined) {
    if (part.provenance === "documented")
      throw new Problem("invalidRequest", `the specification shows ${shown(pointer)}: a client may rely on it`);
    const why = whyKept(pointer);
    if (why !== undefined) throw new Problem("invalidRequest", `${shown(pointer)} is never left out: ${why}`);
    return pointer;
  }
  const nearest = text.length > MAX_POINTER ? undefined : nearestPointer(pointer);
  const hint =
    nearest === undefined
      ? "name a member of a reply or payload, such as /components/schemas/Vault/properties/label"
      : `did you mean ${nearest}?`;
  throw new Problem(
    "invalidRequest",
    `nothing that is answered stands at ${shown(text)}: ${hint}`,
    nearest === undefined ? {} : { details: { nearest } },
  );
}

/** The known pointer with the fewest mistakes in it; undefined when all are far. */
function nearestPointer(pointer: string): string | undefined {
  let best: { pointer: string; mistakes: number } | undefined;
  const most = Math.max(4, Math.floor(pointer.length / 4));
  for (const known of strictCatalogue().keys()) {
    const mistakes = editDistance(known, pointer, Math.min(most, (best?.mistakes ?? most + 1) - 1));
    if (mistakes <= most && mistakes < (best?.mistakes ?? most + 1)) best = { pointer: known, mistakes };
  }
  return best?.pointer;
}

function shown(text: string): string {
  return JSON.stringify(text.length > MAX_POINTER ? `${text.slice(0, MAX_POINTER)}…` : text);
}

/** The parts that a setting leaves out, by pointer. */
export function leftOutBy({ level, without }: StrictSetting): ReadonlyMap<string, Part> {
  const named = new Set(without);
  const left = [...strictCatalogue()].filter(([pointer, part]) => named.has(pointer) || isOfLevel(part, level));
  return new Map(left);
}

/** True when a level leaves a part out: `inferred` takes `invented` in, and what nothing can be called without stays. */
export function isOfLevel({ provenance, pointer }: Part, level: Level | null): boolean {
  if (level === null || whyKept(pointer) !== undefined) return false;
  return provenance === "invented" || (provenance === "inferred" && level === "inferred");
}
