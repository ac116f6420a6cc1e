// The number of files in a folder: more than two dozen names are hard to survey.
import { posix } from "node:path";
import type { Finding } from "./sources.ts";

const MAX_FILES = 25;
const MAX_LOOSE_FILES = 3;

/** Folders that only grow, with numbered files. */
const unbounded = new Set(["src/db/migrations"]);

/** Folders with more than 25 files, and `src/` with more than three files of its own. `paths` are files with slashes. */
export function folderFindings(paths: readonly string[]): Finding[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts].flatMap(([path, count]) => {
    const max = path === "src" ? MAX_LOOSE_FILES : MAX_FILES;
    if (count <= max || unbounded.has(path)) return [];
    return [{ path, line: 1, says: `holds ${count} files: at most ${max}` }];
  });
}
