// The generated documents: tables and drawings made from the very tables that the code runs by.
import { OPTION_NAMES, optionTable } from "../../src/config/options.ts";
import { attemptMachine } from "../../src/domain/attempt/machine.ts";
import { deliveryMachine } from "../../src/domain/delivery/machine.ts";
import { depositMachine } from "../../src/domain/deposit/machine.ts";
import { payoutMachine } from "../../src/domain/payout/machine.ts";
import { settlementMachine } from "../../src/domain/settlement/machine.ts";
import { transactionMachine } from "../../src/domain/transaction/machine.ts";
import { udaMachine } from "../../src/domain/uda/machine.ts";
import { allEffects, GATES } from "../../src/faults/catalogue.ts";
import { FAILPOINTS } from "../../src/kernel/failpoint.ts";
import { drawing, type Machine } from "../../src/kernel/machine.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { METHODS } from "../../src/spec/operations.ts";

const NOTE = "<!-- Written by `npm run generate`, never by hand. -->";

/** Every option of `start`: flag, variable, default, meaning. */
export async function optionsDocument(): Promise<string> {
  const order =
    "Flags take precedence over environment variables, environment variables over the config file, the config file over the defaults.";
  const schema =
    "[config.schema.json](../spec/config.schema.json) is the JSON Schema of the file: name it under $schema for completion in an editor.";
  const intro = `${OPTION_NAMES.length} options. ${order} ${schema}`;
  return page("Options of `start`", intro, optionTable());
}

/** Every gate with what it can be narrowed to and what can happen there. */
export async function faultsDocument(): Promise<string> {
  const sections = Object.entries(GATES).map(([gate, { about, match }]) => {
    const rows = allEffects()
      .filter((one) => one.gate === gate)
      .map(({ effect, row: { about, needs = [], may = [] } }) => {
        const params = [...needs.map((name) => `\`${name}\``), ...may.map((name) => `\`${name}\` (optional)`)];
        return `| \`${effect}\` | ${about} | ${params.join(", ")} |`;
      });
    const facts = `Applies to ${about}. \`match\`: ${match.map((key) => `\`${key}\``).join(", ")}.`;
    return `## \`${gate}\`\n\n${facts}\n\n${["| Effect | What happens | `params` |", "|---|---|---|", ...rows].join("\n")}`;
  });
  const intro =
    "Add a fault with `POST /admin/faults`. Faults are counted: the first `after` matching calls succeed, then `times` of them fail.";
  return page("Faults", intro, sections.join("\n\n"));
}

/** Every failpoint: where the process ends, and what the next start does. */
export async function failpointsDocument(): Promise<string> {
  const rows = Object.entries(FAILPOINTS).map(([name, { at, after }]) => `| \`${name}\` | ${at} | ${after} |`);
  const intro =
    "For developers of the sandbox. `start --failpoint NAME[:N]` kills the process as `kill -9` does, when it reaches the failpoint for the " +
    `N-th time. Without the option, the ${rows.length} failpoints do nothing. \`npm run test:crash\` kills the process at each of them under load, ` +
    "restarts it and compares its data.";
  const head = ["| Failpoint | The process is killed … | After the next start |", "|---|---|---|"];
  return page("Failpoints", intro, [...head, ...rows].join("\n"));
}

/** The state machines, drawn from their tables. */
export async function statesDocument(): Promise<string> {
  const machines: readonly (readonly [string, Machine])[] = [
    ["Deposit (the API shows it while it is not orphaned)", depositMachine],
    ["Unified transaction", transactionMachine],
    ["Payout", payoutMachine],
    ["UDA", udaMachine],
    ["Settlement", settlementMachine],
    ["Attempt (signed bytes at a nonce)", attemptMachine],
    ["Webhook delivery", deliveryMachine],
  ];
  const drawings = machines.map(([title, table]) => `## ${title}\n\n\`\`\`mermaid\n${drawing(table)}\n\`\`\``);
  return page(
    "States",
    "Each diagram is generated from the transition table that the code uses.",
    drawings.join("\n\n"),
  );
}

/** Every operation with its provenance, and how many members of it are documented, inferred and invented. */
export async function operationsDocument(): Promise<string> {
  const rows = Object.entries(serviceDocument.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as Record<string, unknown> | undefined;
      if (operation === undefined) return [];
      const counts = new Map<string, number>();
      countProvenance(operation, counts, new Set());
      const by = ["documented", "inferred", "invented"].map((name) => String(counts.get(name) ?? 0));
      const decision = String(operation["x-decision"] ?? "");
      return [
        `| \`${method.toUpperCase()} ${path}\` | \`${String(operation["operationId"])}\` | ${String(operation["x-provenance"])} | ${decision} | ${by.join(" | ")} |`,
      ];
    }),
  );
  const head = [
    "| Operation | Name | Provenance | Decision | documented | inferred | invented |",
    "|---|---|---|---|---|---|---|",
  ];
  const intro =
    "All operations that the sandbox serves. The last three columns count the parts of an operation (parameters, properties, statuses, values; " +
    "shared parts included) that the specification of the service states, that follow from it, and that the sandbox had to decide.";
  return page("Operations", intro, [...head, ...rows].join("\n"));
}

/** Walks an operation through its references and counts every mark. */
function countProvenance(node: unknown, counts: Map<string, number>, seen: Set<unknown>): void {
  if (node === null || typeof node !== "object" || seen.has(node)) return;
  seen.add(node);
  const members = node as Record<string, unknown>;
  const mark = members["x-provenance"];
  if (typeof mark === "string") counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const reference = members["$ref"];
  if (typeof reference === "string") countProvenance(lookUp(reference), counts, seen);
  for (const value of Object.values(members)) countProvenance(value, counts, seen);
}

function lookUp(reference: string): unknown {
  let node: unknown = serviceDocument;
  for (const part of reference.replace(/^#\//, "").split("/")) node = (node as Record<string, unknown>)[part];
  return node;
}

export function page(title: string, intro: string, body: string): string {
  return `${NOTE}\n\n# ${title}\n\n${intro}\n\n${body}\n`;
}
