// The scenarios that come with the sandbox: one file each in `fixtures/scenarios`, told by their file's name.
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

/** The text of one, or undefined where there is none of that name. */
export function builtInText(name: string): string | undefined {
  return builtInNames().includes(name) ? readFileSync(new URL(`${name}.json`, FOLDER), "utf8") : undefined;
}

/** The scenario of a name, or undefined where there is none. */
export function builtIn(name: string): Scenario | undefined {
  const text = builtInText(name);
  return text === undefined ? undefined : readScenario(text);
}
