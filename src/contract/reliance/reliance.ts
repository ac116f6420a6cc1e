// Finds what the client's tests need of all that the specification does not show: the smallest sets without which they fail (C-41).
import { CulpritSearch, type Play } from "../run/narrow.ts";
import type { Row } from "../run/row.ts";
import { type Part, strictCatalogue } from "../strict/catalogue.ts";
import { type Level, leftOutBy } from "../strict/setting.ts";

export type Reliance = {
  /** The parts of the level that were left out in the first run. */
  readonly judged: number;
  /** Without all parts of such a set the tests fail; with any of them they pass. Smallest first. */
  readonly sets: readonly (readonly Part[])[];
  /** Sets that failed once and passed once. */
  readonly unstable: readonly (readonly Part[])[];
  /** Sets that were not taken apart, because no run was left. */
  readonly unfinished: readonly (readonly Part[])[];
};

/**
 * The parts of a level, those of one operation beside each other: halves of this list are operations with what they answer, and only
 * the last ones are members, so a culprit among all is found in about two runs for each halving.
 */
export function inQuestion(level: Level): readonly Part[] {
  const left = [...leftOutBy({ level, without: [] }).values()];
  const homes = [...new Set(left.map(homeOf))];
  return homes.flatMap((home) => left.filter((part) => homeOf(part) === home));
}

function homeOf({ operations, events }: Part): string {
  return operations[0] ?? events[0] ?? "";
}

/**
 * A member of an operation that is named as a whole: without the operation nobody has it, so to name it as well says nothing more. One
 * that another operation or a webhook has too is another matter.
 */
function isOfNamed(pointer: string, culprits: readonly Row[]): boolean {
  const part = strictCatalogue().get(pointer);
  if (part === undefined || part.kind === "operation" || part.events.length > 0) return false;
  const named = culprits.filter(({ length }) => length === 1).flatMap(partsAt);
  return part.operations.every((id) => named.some(({ kind, name }) => kind === "operation" && name === id));
}

/** `play` plays the tests without the parts at these pointers; `retries`: how often a failure is repeated before it counts. */
export async function findReliance(level: Level, play: Play, retries: number): Promise<Reliance> {
  const row = inQuestion(level).map(({ pointer }) => pointer);
  const search = new CulpritSearch(play, retries, isOfNamed);
  await search.examine(row);
  // A member may have been found before its operation was.
  const told = search.culprits.filter((set) => !set.some((one) => isOfNamed(one, search.culprits)));
  return {
    judged: row.length,
    sets: told.map(partsAt).toSorted((a, b) => a.length - b.length),
    unstable: search.unstable.map(partsAt),
    unfinished: search.unfinished.map(partsAt),
  };
}

function partsAt(pointers: readonly string[]): readonly Part[] {
  return pointers.flatMap((pointer) => strictCatalogue().get(pointer) ?? []);
}
