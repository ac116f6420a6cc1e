// The result of `contract compare` for people, and as a result document for reports (C-62, C-70).

import type { Finding } from "../../../contract/compare/findings.ts";
import { nameOf } from "../../../contract/compare/recorded.ts";
import type { CompareResult, SpokenReading } from "../../../contract/compare/result.ts";
import type { Session } from "../../../contract/compare/session.ts";
import { VERDICTS } from "../../../contract/compare/verdicts.ts";
import type { ResultDocument, ResultSection } from "../../../contract/outputs/document.ts";
import { type SealedDocument, seal } from "../../../contract/outputs/seal.ts";
import { READING_NAMES, rowOf } from "../../../contract/readings/table.ts";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { pluralize } from "../../../kernel/pluralize.ts";

/** Places of one finding that are printed. */
const MAX_PLACES = 3;

/** The result in lines that fit 80 columns where names allow it. */
export function compareText(session: Session, result: CompareResult): string {
  const { counts, spoken, not_covered, undecided, not_reached } = result;
  const lines = [
    `${pluralize(session.count, "answer or webhook", "answers and webhooks")}, ${pluralize(session.shapes.length, "shape")}`,
    VERDICTS.map((verdict) => `${verdict} ${counts[verdict]}`).join(" · "),
    "",
    ...(spoken.length === 0
      ? ["It speaks as expected: no reading explains a difference."]
      : ["It speaks these readings:", ...spoken.map((one) => `  ${nameValue(one).padEnd(32)} ${reasonOf(one)}`)]),
    ...section("No reading covers these; please report them:", not_covered.flatMap(findingLines)),
    ...section(
      "Seen both ways, so neither can be said:",
      undecided.map(({ reading, values }) => `${reading}: ${values.join(", ")}`),
    ),
    ...section(
      "Not reached:",
      not_reached.map(({ subject, why }) => `${subject}: ${why}`),
    ),
  ];
  return `${lines.map(escapeControl).join("\n")}\n`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

function nameValue({ reading, value }: Pick<SpokenReading, "reading" | "value">): string {
  return `${reading}=${value}`;
}

function reasonOf({ explains, shown_by }: SpokenReading): string {
  if (explains.length > 0) return `explains ${pluralize(explains.length, "difference")}`;
  return `shown by ${shown_by.slice(0, 2).join(", ")}${shown_by.length > 2 ? ` and ${shown_by.length - 2} more` : ""}`;
}

function findingLines({ verdict, member, expected, seen, called, places }: Finding): string[] {
  const what = called === undefined ? "" : `: perhaps it is called ${called}`;
  const more = places.length > MAX_PLACES ? [`  and ${places.length - MAX_PLACES} more places`] : [];
  return [
    `${verdict}: ${member === "" ? "the whole answer" : member}${what}`,
    `  expected ${expected}; seen ${seen}`,
    ...places.slice(0, MAX_PLACES).map(({ subject, pointer }) => `  ${subject} ${pointer}`),
    ...more,
  ];
}

/** The result as a document; it holds shapes only. `secrets` are masked all the same. */
export function compareDocument(session: Session, result: CompareResult, secrets: readonly string[]): SealedDocument {
  const document: ResultDocument = {
    title: "Contract comparison",
    summary: `${pluralize(result.spoken.length, "reading")} differ from what was expected, ${pluralize(result.not_covered.length, "difference")} no reading covers.`,
    facts: [
      { name: "Answers and webhooks", value: String(session.count) },
      { name: "Shapes", value: session.shapes.map(({ subject }) => nameOf(subject)).join(", ") },
      ...VERDICTS.map((verdict) => ({ name: verdict, value: String(result.counts[verdict]) })),
    ],
    sections: [readingSection(result), findingSection(result), reachSection(result)],
    data: { ...result },
  };
  return seal(document, { secrets: secrets.filter((one) => one !== ""), withBodies: false });
}

function readingSection({ spoken, undecided }: CompareResult): ResultSection {
  const cases = spoken.map((one) => {
    const name = READING_NAMES.find((known) => known === one.reading);
    return {
      name: nameValue(one),
      result: "warning" as const,
      why: reasonOf(one),
      what_to_do: "start the sandbox with --reading @readings.json, and run your tests against it",
      ...(name === undefined ? {} : { title: rowOf(name).about, decision: rowOf(name).decision.join(", ") }),
    };
  });
  const both = undecided.map(({ reading, values }) => ({
    ...{ name: reading, result: "not_judged" as const, why: `seen both ways: ${values.join(", ")}` },
  }));
  return { title: "Readings that the service speaks", cases: [...cases, ...both] };
}

function findingSection({ not_covered }: CompareResult): ResultSection {
  const cases = not_covered.map((finding) => ({
    name: `${finding.verdict}: ${finding.member || finding.places[0]?.subject}`,
    result: "fail" as const,
    why: findingLines(finding).join("; "),
    what_to_do: "please report it: no reading of the sandbox covers this",
  }));
  return { title: "What no reading covers", cases };
}

function reachSection({ not_reached }: CompareResult): ResultSection {
  const cases = not_reached.map(({ subject, why }) => ({ name: subject, result: "not_judged" as const, why }));
  return { title: "Not reached", cases };
}
