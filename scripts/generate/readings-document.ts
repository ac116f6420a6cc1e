// Generates what the documents say of readings: docs/readings.md, and the table of what to be prepared for in the guide to production.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ListedReading, readingCatalogue } from "../../src/contract/readings/catalogue.ts";
import type { ReadingClass } from "../../src/contract/readings/table.ts";
import { UNVARIED } from "../../src/contract/readings/unvaried.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsOf } from "../../src/spec/operations.ts";

const BEGIN = "<!-- readings: a generated table -->";
const END = "<!-- end of readings -->";
const GUIDE = join(import.meta.dirname, "../../docs/guides/production.md");

const CLASSES: Readonly<Record<ReadingClass, string>> = {
  stated: "Stated: the specification says itself that both occur",
  growth: "Growth: a newer version of the same API may do it",
  silent: "Silent: the specification says nothing, and the decision of the sandbox could be otherwise",
};

/** docs/readings.md: every reading with its values, where it applies, and what does not vary. */
export function readingsDocument(): string {
  const readings = readingCatalogue();
  const values = readings.reduce((sum, one) => sum + one.values.length, 0);
  const sections = (Object.keys(CLASSES) as ReadingClass[]).flatMap((of) => [
    `## ${CLASSES[of]}`,
    ...readings.filter((one) => one.class === of).map(section),
  ]);
  const unvaried = Object.entries(UNVARIED).map(([decision, why]) => `| ${decision} | ${why} |`);
  return [
    "<!-- Written by `npm run generate`, never by hand. -->",
    "# Readings",
    `The specification of the service leaves questions open. A reading is one of them, with every answer that it allows: ${readings.length} readings, ` +
      `${values} values. The first value is what the sandbox does without an option. A correct app works under each of them.`,
    INTRODUCTION,
    ...sections,
    "## Decisions without a reading",
    "[Decisions](../spec/service-decisions.md) of the confidence M or L that no reading varies, and why.",
    ["| Decision | Why it does not vary |", "|---|---|", ...unvaried].join("\n"),
    "",
  ].join("\n\n");
}

const INTRODUCTION = [
  "```sh",
  "cpsandbox start --reading record=top-level --reading absent_time=omitted",
  "cpsandbox start --reading @readings.json",
  "cpsandbox contract readings --set record=alternate",
  "```",
  "",
  "Also as the variable SANDBOX_READING and in the config file; a file holds one JSON object of names and values. The last command sets it in a",
  'running sandbox. In a test: `startSandbox({ readings: { record: "top-level" } })`. Over HTTP: `PUT /admin/contract/ambiguity`, for all tenants or for one.',
  "Readings belong to the process: a reset, a restore and an import leave them, and no snapshot or export holds them. They change neither",
  "amounts nor what is on the chains nor how webhooks are signed. `GET /admin/events`, the pages and the sandbox's own commands show the plain",
  "form; an event keeps the bytes that were written when it was announced, and every repeat sends them.",
].join("\n");

function section({ name, about, met_by, values, operations, events, decision, statement }: ListedReading): string {
  const rows = values.map(
    ({ value, about: text }, index) => `| \`${value}\`${index === 0 ? " (default)" : ""} | ${text} |`,
  );
  const because = [...decision, ...statement].join(", ");
  const where = [operationsText(operations), eventsText(events)].filter((text) => text !== "").join("; ");
  const heading = `${about.charAt(0).toUpperCase()}${about.slice(1)} (${because}).`;
  return [
    `### \`${name}\``,
    heading,
    ["| Value | What it does |", "|---|---|", ...rows].join("\n"),
    `Where: ${where}. \`contract run\` needs ${met_by}.`,
  ].join("\n\n");
}

function operationsText(operations: readonly string[]): string {
  if (operations.length === operationsOf(serviceDocument).size) return "every operation";
  return listed(operations);
}

function eventsText(events: readonly string[]): string {
  if (events.length === Object.keys(serviceDocument.webhooks ?? {}).length) return "every webhook";
  return listed(events);
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

/** The guide with the table of the present readings between its marks; the rest is written by hand. */
export function productionGuide(): string {
  const text = readFileSync(GUIDE, "utf8");
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`docs/guides/production.md lacks the marks ${BEGIN} and ${END}`);
  const rows = readingCatalogue().map(({ name, about, values }) => {
    const [usual, ...others] = values.map((one) => one.about);
    return `| \`${name}\` | ${about} | ${usual} | ${others.join("; or ")} |`;
  });
  const table = ["| Reading | What is open | Sandbox | Be prepared for |", "|---|---|---|---|", ...rows].join("\n");
  return `${text.slice(0, begin)}${BEGIN}\n\n${table}\n\n${text.slice(end)}`;
}
