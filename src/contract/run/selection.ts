// Which readings a run varies (`--readings`), and which of their failures count (`--fail-on`).
import { parseReadings } from "../readings/parse.ts";
import {
  type Choices,
  defaultOf,
  READING_NAMES,
  type ReadingClass,
  type ReadingName,
  rowOf,
  valuesOf,
} from "../readings/table.ts";
import type { Factors, Row } from "./row.ts";

/** From the surest to the least sure; `--fail-on` of one takes in those before it. */
export const CLASSES = ["stated", "growth", "silent"] as const satisfies readonly ReadingClass[];
export const FAIL_ON = [...CLASSES, "none"] as const;
export type FailOn = (typeof FAIL_ON)[number];

/**
 * The values to play of each reading, the one that holds without a change first.
 * @param text `all`, classes, names and `NAME=VALUE`, separated by commas
 * @param base what the start options set already: it holds in run 0, and the other values are the changes
 * @throws ReadingFault for an unknown name or value
 */
export function selectReadings(text: string, base: Choices = {}): Factors {
  const wanted = new Map<ReadingName, Set<string>>();
  const want = (name: ReadingName, values: readonly string[]): void => {
    wanted.set(name, new Set([...(wanted.get(name) ?? []), ...values]));
  };
  for (const part of text.split(",").map((word) => word.trim())) {
    if (part === "") continue;
    const names = namesOf(part);
    if (names !== undefined) for (const name of names) want(name, valuesOf(name));
    else for (const [name, value] of Object.entries(chosen(part))) want(name as ReadingName, [value]);
  }
  const first = (name: ReadingName): string => base[name] ?? defaultOf(name);
  const entries = READING_NAMES.map((name) => {
    const others = valuesOf(name).filter((value) => value !== first(name) && wanted.get(name)?.has(value));
    return [name, [first(name), ...others]] as const;
  });
  return new Map(entries.filter(([, values]) => values.length > 1));
}

/** The names behind `all`, a class or a name; undefined for `NAME=VALUE`. */
function namesOf(part: string): readonly ReadingName[] | undefined {
  if (part === "all") return READING_NAMES;
  if (CLASSES.some((one) => one === part)) return READING_NAMES.filter((name) => rowOf(name).class === part);
  if (part.includes("=")) return undefined;
  const name = READING_NAMES.find((one) => one === part);
  // An unknown name has no value either: the message names the nearest.
  return name === undefined ? (Object.keys(chosen(`${part}=?`)) as ReadingName[]) : [name];
}

function chosen(part: string): Choices {
  return parseReadings([part]);
}

/** The class of a set of values: that of its least sure one, since the set fails only as a whole. */
export function classOf(row: Row): ReadingClass {
  const classes = row.map((value) => rowOf(nameOf(value)).class);
  return CLASSES.findLast((one) => classes.includes(one)) ?? "stated";
}

/** True when a failure under these values counts. */
export function counts(row: Row, failOn: FailOn): boolean {
  return failOn !== "none" && CLASSES.indexOf(classOf(row)) <= CLASSES.indexOf(failOn);
}

/** The reading of a value `name=value`. */
export function nameOf(value: string): ReadingName {
  return value.slice(0, value.indexOf("=")) as ReadingName;
}

/** Every value of the factors that is a change. */
export function changesOf(factors: Factors): Row {
  return [...factors].flatMap(([name, values]) => values.slice(1).map((value) => `${name}=${value}`));
}
