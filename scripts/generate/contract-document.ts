// docs/contract.md: the rules of the contract report, each with what it finds, why it matters, how to mend it and how to switch it off.
import type { Rule } from "../../src/contract/rules/rule.ts";
import { RULES } from "../../src/contract/rules/table.ts";
import { page } from "./documents.ts";

const INTRO = `\`contract report\` (\`GET /admin/contract\`) says what your app did against the contract of the service. Each finding has a rule, the first and
last request or delivery, what was seen, and what to do. A rule that nothing was seen for is *not judged*, with the reason; it never counts as
passed. Calls of \`cpsandbox\`, of scenarios and of \`/docs\` are not your app's and are not counted. The exit code is 0, 1 from \`--fail-on\` on (error by
default), 2 for a wrong call and 3 when nothing called the service.`;

/** The page. */
export function contractDocument(): string {
  const head = ["| Rule | Level | Finds |", "|---|---|---|"];
  const rows = RULES.map(({ id, level, name }) => `| [${id}](#${id.toLowerCase()}) | ${level} | ${name} |`);
  return page("Contract report", INTRO, [[...head, ...rows].join("\n"), ...RULES.map(section)].join("\n\n"));
}

function section({ id, name, level, what, why, mend, decision }: Rule): string {
  const decided = decision === undefined ? [] : [`- **Decision**: ${decision} (\`spec/service-decisions.md\`)`];
  return [
    `## ${id}`,
    "",
    `${sentence(name)} (${level})`,
    "",
    `- **What**: ${what}`,
    `- **Why**: ${why}`,
    `- **Mend it**: ${mend}.`,
    `- **Switch it off**: \`contract report --ignore ${id}\``,
    ...decided,
  ].join("\n");
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
