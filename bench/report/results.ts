// The results of a run as the document that is kept in the repository: one for each version.
import type { Machine } from "./machine.ts";
import { machineText } from "./machine.ts";
import type { Part } from "./report.ts";
import { reportText } from "./table.ts";

/** `versions`: one line for each that was measured. */
export function resultsDocument(part: Part, machine: Machine, versions: readonly string[]): string {
  return [
    "# Results of `npm run bench`",
    "",
    `Measured ${machineText(machine)}.`,
    "",
    ...versions.map((version) => `- ${version}`),
    "",
    "Ratios are of one run, whose subjects take turns. Rates and times are the best round; CPU is that of the round that used the least,",
    "the JavaScript thread and all others apart. `ok`: `aim` reaches the aim, `yes` what must be reached.",
    "",
    "```text",
    reportText(part),
    "```",
    "",
  ].join("\n");
}
