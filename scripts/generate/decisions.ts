// Writes how sure each decision of spec/service-decisions.md is: the letter H, M or L that ends its entry, behind its sources.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const BEGIN = /^(?:\*\*|### |\| )([HK]-[0-9]+)\b/;
const NEXT = /^(?:\*\*[HK]-[0-9]|### |\| [HK]-[0-9]|## |---)/;
/** Sources in brackets, then the letter; the last one in an entry counts for the whole. */
const SURE = /\](?:[ ,]*)([HML])\b/g;

/** JSON: decision → letter; decisions without a letter are free choices and left out. */
export function decisionsDocument(): string {
  const lines = readFileSync(join(root, "spec/service-decisions.md"), "utf8").split("\n");
  const found = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const id = BEGIN.exec(line)?.[1];
    if (id === undefined || found.has(id)) continue;
    const rest = lines.slice(index + 1);
    const end = rest.findIndex((one) => NEXT.test(one));
    const entry = line.startsWith("|") ? line : [line, ...rest.slice(0, end < 0 ? rest.length : end)].join(" ");
    const letter = [...entry.matchAll(SURE)].at(-1)?.[1];
    if (letter !== undefined) found.set(id, letter);
  }
  const sorted = [...found].toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`;
}
