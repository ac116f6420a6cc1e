// How many files and connections this process may have open at once, and whether that is enough to start.
import { readFileSync } from "node:fs";

/** Below it the chain engine ends the process with a panic as soon as clients connect. */
const LEAST_OPEN_FILES = 128;

/** The limit of the process (`ulimit -n`); undefined where the system has no such file to read, as on macOS. */
export function openFileLimit(file = "/proc/self/limits"): number | undefined {
  try {
    const found = /^Max open files +(\d+)/m.exec(readFileSync(file, "utf8"))?.[1];
    return found === undefined ? undefined : Number(found);
  } catch {
    return undefined;
  }
}

/** Returns the limit. @throws Error with the limit and the way on */
export function demandOpenFiles(limit: number | undefined): number | undefined {
  if (limit === undefined || limit >= LEAST_OPEN_FILES) return limit;
  throw new Error(
    `this process may have ${limit} files and connections open at once, and it needs ${LEAST_OPEN_FILES}: raise the limit with ulimit -n 1024, or docker run --ulimit nofile=1024`,
  );
}
