// Generates the reliability table: every requirement and invariant with the tests that cite it, or why it is not met.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { citingTests, requirementsIn } from "../../test/conformance/citations.ts";
import { sourcesBelow } from "../../test/house/sources.ts";

const root = join(import.meta.dirname, "../..");

export type Requirement = { id: string; text: string };

/** The ids of spec/reliability-requirements.md in its order, with their texts. */
export function requirements(): Requirement[] {
  const text = readFileSync(join(root, "spec/reliability-requirements.md"), "utf8");
  return [...text.matchAll(/^- ([RI]-\d{2,3}) (.+)$/gm)].map(([, id = "", says = ""]) => ({ id, text: says }));
}

/** Requirements that are not met, with the reason. */
export function notMet(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(root, "spec/reliability-not-met.json"), "utf8")) as Record<string, string>;
}

/** Id → the tests that cite it, as `file: title`; a file whose opening comment cites it is listed by its path only. */
export function proofs(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (id: string, by: string): void => void found.set(id, [...(found.get(id) ?? []), by]);
  for (const { requirements: ids, file, title } of citingTests()) for (const id of ids) add(id, `${file}: ${title}`);
  for (const { path, text } of sourcesBelow("test")) {
    if (!path.endsWith(".test.ts")) continue;
    const [opening = ""] = /^(\/\/.*\n)+/.exec(text) ?? [];
    for (const id of requirementsIn(opening)) add(id, `${path} (whole file)`);
  }
  return found;
}

export async function reliabilityDocument(): Promise<string> {
  const by = proofs();
  const open = notMet();
  const all = requirements();
  const rows = all.map(({ id, text }) => {
    const tests = by.get(id) ?? [];
    const reason = open[id] === undefined ? "" : `**not met:** ${open[id]}`;
    const shown = [reason, ...tests.map(cell)].filter((part) => part !== "").join("<br>");
    return `| ${id} | ${cell(text)} | ${shown === "" ? "**no test**" : shown} |`;
  });
  const named = all.filter(({ id }) => by.has(id)).length;
  return [
    "<!-- Written by `npm run generate`, never by hand. -->",
    "# Reliability: requirements, invariants and their tests",
    `${named} of ${all.length} requirements and invariants are cited by tests; ${Object.keys(open).length} are marked as not met, with the reason.`,
    ["| Id | Text | Tests |", "|---|---|---|", ...rows].join("\n"),
    "",
  ].join("\n\n");
}

function cell(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
