// The diagram in ARCHITECTURE.md: the folders of src/ and their imports, generated from the sources.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importsOf, type Source, sourcesBelow } from "../../test/house/sources.ts";

const root = join(import.meta.dirname, "../..");
const BEGIN = "<!-- rooms: written by `npm run generate` -->";
const END = "<!-- end of rooms -->";

/** ARCHITECTURE.md with the diagram of the current imports between its marks; the rest is written by hand. */
export function architectureDocument(): string {
  const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`ARCHITECTURE.md lacks the marks ${BEGIN} and ${END}`);
  const picture = roomPicture(sourcesBelow("src"));
  return `${text.slice(0, begin)}${BEGIN}\n\n\`\`\`mermaid\n${picture}\n\`\`\`\n\n${text.slice(end)}`;
}

/** Mermaid: an arrow from a folder to each folder that it imports, except those reached through another one. */
export function roomPicture(sources: readonly Source[]): string {
  const imports = importsOfRooms(sources);
  const arrows = [...imports].flatMap(([room, targets]) =>
    [...targets]
      .filter((target) => ![...targets].some((other) => other !== target && reaches(imports, other, target)))
      .map((target) => `  ${room} --> ${target}`),
  );
  return ["flowchart TD", ...arrows.sort()].join("\n");
}

function importsOfRooms(sources: readonly Source[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const source of sources) {
    const room = roomOf(source.path);
    const targets = found.get(room) ?? new Set();
    found.set(room, targets);
    for (const { target } of importsOf(source)) {
      if (target?.startsWith("src/") && roomOf(target) !== room) targets.add(roomOf(target));
    }
  }
  return found;
}

function reaches(imports: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  return [...(imports.get(from) ?? [])].some((next) => next === to || reaches(imports, next, to));
}

function roomOf(path: string): string {
  const [, first = ""] = path.split("/");
  return first.replace(/\.ts$/, "");
}
