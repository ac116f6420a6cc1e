// The result of a comparison: verdicts, the readings that the service speaks, and what no reading covers (C-62, C-63).
import { type OpenApiDocument, resolve } from "../../spec/document.ts";
import { operationsOf } from "../../spec/operations.ts";
import { behaviourOf, withBehaviour } from "./behaviour.ts";
import type { Chosen, Expectations } from "./expected.ts";
import { type Finding, findingsOf } from "./findings.ts";
import { compareAll, fitReadings } from "./fit.ts";
import { nameOf } from "./recorded.ts";
import type { Shape } from "./value-shape.ts";
import { type Difference, VERDICTS, type Verdict } from "./verdicts.ts";

/** A reading that the service speaks; `explains` are differences, `shown_by` answers and webhooks that behave so. */
export type SpokenReading = {
  readonly reading: string;
  readonly value: string;
  readonly explains: readonly Difference[];
  readonly shown_by: readonly string[];
};

export type NotReached = { readonly subject: string; readonly why: string };

export type CompareResult = {
  /** Differences from what was expected, by verdict: before a reading explains any (C-62: never summed). */
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Complete: those given and those found. */
  readonly readings: Chosen;
  readonly spoken: readonly SpokenReading[];
  readonly not_covered: readonly Finding[];
  readonly undecided: readonly { readonly reading: string; readonly values: readonly string[] }[];
  readonly not_reached: readonly NotReached[];
};

/** What is compared. `unexpected`: answers with an error although a record of the service's own lists was asked for. */
export type CompareInput = {
  readonly document: OpenApiDocument;
  readonly expectations: Expectations;
  readonly shapes: readonly Shape[];
  readonly given: Chosen;
  defaultOf(reading: string): string;
  readonly unexpected: readonly { readonly operation: string; readonly status: number }[];
  readonly notReached: readonly NotReached[];
};

/** Compares shapes with the document under the given readings, and finds the readings that explain what differs. */
export function resultOf(input: CompareInput): CompareResult {
  const { expectations, shapes, given, document } = input;
  const before = compareAll(expectations, shapes, given);
  const fit = fitReadings(expectations, shapes, given);
  const behaviour = behaviourOf(shapes, (reading) => given[reading] ?? input.defaultOf(reading));
  const others = [...statusDifferences(input), ...headerDifferences(document, shapes)];
  const spoken = [
    ...fit.explanations.map((one) => ({ ...one, shown_by: [] })),
    ...behaviour.seen.map(({ reading, value, shownBy }) => ({ reading, value, explains: [], shown_by: shownBy })),
  ];
  const differences = [...before.differences, ...others];
  const counted = Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, differences.filter((one) => one.verdict === verdict).length]),
  ) as Record<Verdict, number>;
  return {
    counts: { ...counted, same: before.same, "not reached": before.notReached },
    readings: withBehaviour(fit.chosen, behaviour),
    spoken: spoken.toSorted((a, b) => (a.reading < b.reading ? -1 : 1)),
    not_covered: findingsOf([...fit.comparison.differences, ...others]),
    undecided: behaviour.mixed,
    not_reached: input.notReached,
  };
}

/** Answers that the document does not name, and errors where an answer was certain. */
function statusDifferences({ expectations, shapes, unexpected, document }: CompareInput): Difference[] {
  const statuses = (operation: string): string => operationsOf(document).get(operation)?.statuses.join(", ") ?? "";
  const unnamed = shapes.flatMap(({ subject }) => {
    if (expectations.has(subject)) return [];
    const expected = subject.kind === "reply" ? statuses(subject.operation) : "one of the ten types";
    const seen = subject.kind === "reply" ? String(subject.status) : subject.type;
    const verdict = subject.kind === "reply" ? ("other status" as const) : ("unknown value" as const);
    return [{ subject: nameOf(subject), pointer: "", verdict, expected, seen }];
  });
  const named = new Set(unnamed.map(({ subject }) => subject));
  const refused = unexpected
    .map(({ operation, status }) => ({ subject: `${operation} ${status}`, status }))
    .filter(({ subject }) => !named.has(subject));
  return [
    ...unnamed,
    ...refused.map(({ subject, status }) => ({
      ...{ subject, pointer: "", verdict: "other status" as const, expected: "200", seen: String(status) },
    })),
  ];
}

/** Headers that the specification states and that never came; recordings without any header say nothing. */
function headerDifferences(document: OpenApiDocument, shapes: readonly Shape[]): Difference[] {
  return shapes.flatMap((shape) => {
    if (shape.headers.length === 0) return [];
    const { subject, headers } = shape;
    const stated = subject.kind === "webhook" ? WEBHOOK_HEADERS : statedHeaders(document, subject);
    const missing = stated.filter((name) => !headers.includes(name));
    return missing.map((name) => ({
      ...{ subject: nameOf(subject), pointer: `header/${name}`, verdict: "missing" as const },
      ...{ expected: "always", seen: "nothing" },
    }));
  });
}

const WEBHOOK_HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"];

type HeaderObject = { $ref?: string; "x-provenance"?: string };

function statedHeaders(document: OpenApiDocument, subject: { operation: string; status: number }): string[] {
  const operation = operationsOf(document).get(subject.operation);
  const answers = operation && document.paths[operation.path]?.[operation.method]?.responses;
  const answer = answers?.[String(subject.status)];
  if (answer === undefined) return [];
  const { headers = {} } = resolve(document, answer) as { headers?: Record<string, HeaderObject> };
  return Object.entries(headers)
    .filter(([, header]) => resolve(document, header)["x-provenance"] === "documented")
    .map(([name]) => name.toLowerCase());
}

export const FAIL_LEVELS = ["difference", "missing", "none"] as const;
export type FailLevel = (typeof FAIL_LEVELS)[number];

/** Verdicts by which a client that keeps to the document can break. */
const BREAKING: readonly Verdict[] = ["missing", "other type", "other status"];

/** Whether the result is at or above a level: `difference` takes in the readings that were found too. */
export function failsAt({ spoken, not_covered, undecided }: CompareResult, level: FailLevel): boolean {
  if (level === "none") return false;
  if (level === "missing") return not_covered.some(({ verdict }) => BREAKING.includes(verdict));
  return spoken.length + not_covered.length + undecided.length > 0;
}
