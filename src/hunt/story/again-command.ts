// The command that plays a kept story again.
import type { Finding } from "../report.ts";

/** A scenario can expect what books hold; any other rule is judged by the hunt. `folder`: as the user named it. */
export function againCommand({ number, story }: Finding, folder: string): string {
  return story.differences.length > 0
    ? `cpsandbox run ${folder}/hunt-${number}.json`
    : `cpsandbox hunt --replay ${folder}`;
}
