// The built-in scenarios: one file each in `fixtures/scenarios`, addressed by file name.
import { readdirSync, readFileSync } from "node:fs";
import { readScenario } from "./check.ts";
import type { Scenario } from "./scenario.ts";

const FOLDER = new URL("../../fixtures/scenarios/", import.meta.url);

/** The names, in alphabetical order. */
export function builtInNames(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.replace(/\.json$/, ""))
    .toSorted();
}

/** The text of a built-in scenario; undefined for an unknown name. */
export function builtInText(name: string): string | undefined {
  return builtInNames().includes(name) ? readFileSync(new URL(`${name}.json`, FOLDER), "utf8") : undefined;
}

/** A built-in scenario; undefined for an unknown name. */
export function builtIn(name: string): Scenario | undefined {
  const text = builtInText(name);
  return text === undefined ? undefined : readScenario(text);
}
