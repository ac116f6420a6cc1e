// Applies a mistake to the source of an example.
import assert from "node:assert";
import type { Mistake } from "./shop.ts";

/** The changed files of a mistake with their new text. Asserts that each place is found exactly once. */
export function changed(mistake: Mistake, read: (file: string) => string): Map<string, string> {
  const files = new Map<string, string>();
  for (const { file, find, replace } of mistake.changes) {
    const before = files.get(file) ?? read(file);
    const parts = before.split(find);
    assert(parts.length === 2, `${mistake.name}: "${find}" stands ${parts.length - 1} times in ${file}`);
    files.set(file, parts.join(replace));
  }
  return files;
}
