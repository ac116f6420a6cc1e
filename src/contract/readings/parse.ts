// Reads names and values of readings from texts and JSON; a message names the nearest.
import { editDistance } from "../../kernel/edit-distance.ts";
import { isObject } from "../../kernel/is-object.ts";
import { type Choices, READING_NAMES, type ReadingName, valuesOf } from "./table.ts";

/** Why readings are refused, in one line. */
export class ReadingFault extends Error {
  override readonly name = "ReadingFault";
}

/** What a request sets: a value, or null for what holds without a choice. */
export type ReadingChanges = Readonly<Partial<Record<ReadingName, string | null>>>;

/** Texts from outside are cut before they stand in a message. */
const MAX_SHOWN = 40;
/** So many mistakes may be in a name whose nearest is still told. */
const MAX_MISTAKES = 6;

/**
 * Reads texts such as `record=top-level,absent_time=omitted`, as `--reading` and SANDBOX_READING have them. A name that is given twice
 * keeps its last value, so that a flag after a file overrules it.
 * @throws ReadingFault for an unknown name or value
 */
export function parseReadings(texts: readonly string[]): Choices {
  const choices: Record<string, string> = {};
  for (const part of texts.flatMap((text) => text.split(","))) {
    const trimmed = part.trim();
    if (trimmed === "") continue;
    const at = trimmed.indexOf("=");
    if (at < 1) throw new ReadingFault(`${shown(trimmed)}: write NAME=VALUE, such as record=top-level`);
    const name = nameOf(trimmed.slice(0, at).trim());
    choices[name] = valueFor(name, trimmed.slice(at + 1).trim());
  }
  return choices as Choices;
}

/**
 * Reads the content of a readings file: one JSON object of names and values, or such an object under `readings`, as
 * `contract compare` writes it.
 * @throws ReadingFault for anything else
 */
export function parseReadingsFile(text: string): Choices {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new ReadingFault('a readings file holds one JSON object such as {"record": "top-level"}');
  }
  if (isObject(content) && isObject(content["readings"])) content = content["readings"];
  return withoutNulls(checkedReadings(content));
}

/** Checks an object of names and values. @throws ReadingFault for an unknown name or value */
export function checkedReadings(input: unknown): ReadingChanges {
  if (!isObject(input)) throw new ReadingFault('readings are an object such as {"record": "top-level"}');
  const entries = Object.entries(input).map(([given, value]) => {
    const name = nameOf(given);
    if (value === null) return [name, null];
    if (typeof value !== "string")
      throw new ReadingFault(`${name}: must be one of ${valuesOf(name).join(", ")}, or null for the default`);
    return [name, valueFor(name, value)];
  });
  return Object.fromEntries(entries) as ReadingChanges;
}

/** The choices among changes: null is no choice. */
export function withoutNulls(changes: ReadingChanges): Choices {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null)) as Choices;
}

function nameOf(given: string): ReadingName {
  const found = READING_NAMES.find((name) => name === given);
  if (found !== undefined) return found;
  const nearest = nearestOf(given, READING_NAMES);
  const hint = nearest === undefined ? '"contract readings" lists them' : `did you mean ${nearest}?`;
  throw new ReadingFault(`${shown(given)} is no reading: ${hint}`);
}

function valueFor(name: ReadingName, given: string): string {
  const values = valuesOf(name);
  if (values.includes(given)) return given;
  const nearest = nearestOf(given, values);
  const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
  throw new ReadingFault(`${name} has no value ${shown(given)}: it is one of ${values.join(", ")}${hint}`);
}

/** The nearest of some words; undefined when none is near. */
function nearestOf(given: string, words: readonly string[]): string | undefined {
  const wanted = given.slice(0, MAX_SHOWN).toLowerCase().replaceAll("-", "_");
  const ranked = words
    .map((word) => ({ word, mistakes: editDistance(word.replaceAll("-", "_"), wanted, MAX_MISTAKES) }))
    .filter(({ word, mistakes }) => mistakes <= Math.min(MAX_MISTAKES, Math.ceil(word.length / 2)))
    .toSorted((a, b) => a.mistakes - b.mistakes);
  return ranked[0]?.word;
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, MAX_SHOWN).replace(/[^\x20-\x7e]/g, "?"));
}
