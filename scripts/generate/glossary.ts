// Generates the glossary: every term of the project in a line, from the table that the house test reads.
import { GLOSSARY, type Term } from "./glossary-terms.ts";

export function glossaryDocument(): string {
  const rows = [...GLOSSARY]
    .sort((a, b) => a.term.localeCompare(b.term, "en"))
    .map((one) => `| ${one.term} | ${one.means} | ${one.source} | ${formerly(one)} |`);
  return [
    "<!-- Written by `npm run generate`, never by hand. -->",
    "# Glossary",
    "The terms of this project in alphabetical order, where each comes from, and the words that it replaces.",
    ["| Term | Meaning | Source | Replaces |", "|---|---|---|---|", ...rows].join("\n"),
    "",
  ].join("\n\n");
}

function formerly({ not }: Term): string {
  const words = [...(not?.files ?? []), ...(not?.names ?? []).map((name) => name.replace("*", "…"))];
  return [...new Set(words)].map((word) => `\`${word}\``).join(", ");
}
