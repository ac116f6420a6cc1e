// Generates the list of fault stories: every gate × effect with the tests that cover it.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { allEffects } from "../../src/faults/catalogue.ts";

const root = join(import.meta.dirname, "../..");
const DECLARED = /faultStory\(\s*"([^"]+)",\s*"([^"]+)",\s*"((?:[^"\\]|\\.)*)"/g;

export type FaultStory = { gate: string; effect: string; sentence: string; file: string };

/** Every fault story declared in a test file. */
export function faultStories(): FaultStory[] {
  const files = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .toSorted();
  return files.flatMap((file) => {
    const path = join(root, "test", file);
    return [...readFileSync(path, "utf8").matchAll(DECLARED)].map(([, gate = "", effect = "", sentence = ""]) => ({
      ...{ gate, effect, sentence },
      file: relative(root, path).replaceAll("\\", "/"),
    }));
  });
}

export async function faultStoriesDocument(): Promise<string> {
  const stories = faultStories();
  const rows = allEffects().map(({ gate, effect }) => {
    const matching = stories.filter((story) => story.gate === gate && story.effect === effect);
    const shown = matching.map(({ file, sentence }) => `${file}: ${sentence.replaceAll("|", "\\|")}`).join("<br>");
    return `| \`${gate}\` | \`${effect}\` | ${shown === "" ? "**no story**" : shown} |`;
  });
  return [
    "<!-- Written by `npm run generate`, never by hand. -->",
    "# Faults and their tests",
    "Each story checks what the API, the chain, the events and the client see, and the recovery. `npm test` runs the stories with seed 1, `npm run test:stories -- --seed 1-20` with twenty seeds.",
    ["| Gate | Effect | Story |", "|---|---|---|", ...rows].join("\n"),
    "",
  ].join("\n\n");
}
