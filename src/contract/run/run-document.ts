// The result of `contract run` as a result document, and its last line.
import { pluralize } from "../../kernel/pluralize.ts";
import { shellWord } from "../../kernel/shell.ts";
import type { CaseResult, Fact, ResultCase, ResultDocument } from "../outputs/document.ts";
import { rowOf } from "../readings/table.ts";
import { requestsEvidence } from "./last-requests.ts";
import type { PlayedRun, RunResult } from "./played-run.ts";
import { nameOf } from "./selection.ts";
import { type Verdict, verdictsOf, wasHindered } from "./verdicts.ts";

const RESULTS: Readonly<Record<Verdict["verdict"], { result: CaseResult; word: string }>> = {
  breaks: { result: "fail", word: "FAIL" },
  warns: { result: "warning", word: "fails" },
  unstable: { result: "warning", word: "unstable" },
  "not judged": { result: "not_judged", word: "not judged" },
  "not met": { result: "not_judged", word: "not met" },
  ok: { result: "ok", word: "ok" },
};

/** The word of a verdict in the matrix and in reports. */
export function verdictWord({ verdict }: Verdict): string {
  return RESULTS[verdict].word;
}

/** 1 when something counts that breaks the tests, otherwise 0 (`--fail-on` is part of the result). */
export function exitCodeOf(result: RunResult): 0 | 1 {
  return verdictsOf(result).some(({ verdict }) => verdict === "breaks") ? 1 : 0;
}

/** The document; its `data` is the result itself, which `contract merge` reads. */
export function runDocument(result: RunResult): ResultDocument {
  const verdicts = verdictsOf(result);
  const repeat = repeatLine(result);
  const facts: readonly Fact[] = [
    { name: "command", value: result.command.map(shellWord).join(" "), kind: "command" },
    ...(repeat === undefined ? [] : [{ name: "repeat", value: repeat, kind: "command" as const }]),
    { name: "runs", value: String(result.runs.length) },
    { name: "fail on", value: result.fail_on },
    ...(result.shard === null ? [] : [{ name: "shard", value: result.shard }]),
    ...(result.ended_early === null ? [] : [{ name: "ended early", value: result.ended_early }]),
  ];
  return {
    title: "Contract run: the client's tests under every reading of the specification",
    summary: summaryPhrases(result).join(" · "),
    facts,
    sections: [
      {
        title: "Readings",
        about:
          "stated: the specification says that both occur; growth: a newer version of the same API may do it; silent: it says nothing. A value is ok only if the tests passed while an answer or webhook really carried it.",
        cases: verdicts.map(caseOf),
      },
      {
        title: "Runs",
        about: "Run 0 has no change. The others have those that are named.",
        isBackground: true,
        cases: result.runs.map(runCase),
      },
    ],
    data: { ...result },
  };
}

/** What came out, part by part: `1 reading breaks your app …`, `5 runs in 48 s`. */
export function summaryPhrases(result: RunResult): string[] {
  if (wasHindered(result)) return [`could not be judged: ${result.ended_early}`];
  const verdicts = verdictsOf(result);
  const breaking = verdicts.filter(({ verdict }) => verdict === "breaks");
  const warning = verdicts.filter(({ verdict }) => verdict === "warns").length;
  const open = verdicts.filter(({ verdict }) => !["breaks", "warns", "ok"].includes(verdict)).length;
  return [
    ...(result.ended_early === null ? [] : [result.ended_early]),
    // What ended early has not shown that nothing breaks.
    ...(result.ended_early !== null && breaking.length === 0 ? [] : [breakingText(breaking.length)]),
    ...(warning === 0 ? [] : [`${warning} more would count with --fail-on silent`]),
    ...(open === 0 ? [] : [`${pluralize(open, "value")} not judged`]),
    `${pluralize(result.runs.length, "run")} in ${Math.round(result.seconds)} s`,
  ];
}

/** The command line that plays what breaks the tests again, or else what fails without counting; undefined when nothing does. */
export function repeatLine(result: RunResult): string | undefined {
  const verdicts = verdictsOf(result);
  const [chosen = []] = (["breaks", "warns"] as const)
    .map((wanted) => verdicts.filter(({ verdict }) => verdict === wanted))
    .filter(({ length }) => length > 0);
  if (chosen.length === 0) return undefined;
  const values = [...new Set(chosen.flatMap((one) => one.values))];
  const words = [
    "npx",
    "cpsandbox",
    "contract",
    "run",
    ...result.start_options,
    "--readings",
    values.join(","),
    "--",
    ...result.command,
  ];
  return words.map(shellWord).join(" ");
}

function breakingText(count: number): string {
  if (count === 0) return "no reading breaks your app";
  return count === 1
    ? "1 reading breaks your app that the specification allows"
    : `${count} readings break your app that the specification allows`;
}

function caseOf(verdict: Verdict): ResultCase {
  const rows = verdict.values.map((value) => rowOf(nameOf(value)));
  const decision = [...new Set(rows.flatMap((row) => row.decision))].join(", ");
  const broken = verdict.verdict === "breaks" || verdict.verdict === "warns";
  return {
    name: verdict.values.join(" + "),
    title: rows.map(({ about }) => about).join("; "),
    ...RESULTS[verdict.verdict],
    why: verdict.why,
    ...(verdict.verdict === "not met" && {
      what_to_do: `to have it judged, write a test that meets it: ${verdict.values.map(meetsBy).join("; ")}.`,
    }),
    ...(broken && { what_to_do: `be ready for both. ${verdict.values.map(valueText).join(" ")}` }),
    evidence: [
      { label: "class", text: verdict.class },
      ...(verdict.line === null ? [] : [{ label: "first failing line", text: verdict.line }]),
    ],
    ...(decision !== "" && { decision }),
  };
}

/** What a test has to do so that an answer or webhook carries the value, in a few words. */
export function meetsBy(value: string): string {
  return rowOf(nameOf(value)).met_by;
}

/** A sentence with the default and the value, as the table says it. */
function valueText(value: string): string {
  const row = rowOf(nameOf(value));
  const word = value.slice(value.indexOf("=") + 1);
  const about = (wanted: string): string => row.values.find(([one]) => one === wanted)?.[1] ?? wanted;
  const [first] = row.values[0] ?? [""];
  return `${row.about.charAt(0).toUpperCase()}${row.about.slice(1)}: ${about(first)}, or ${about(word)}.`;
}

function runCase(run: PlayedRun): ResultCase {
  const failed = run.result !== "passed";
  return {
    name: `run ${run.number}`,
    title: run.row.length === 0 ? "without any change" : run.row.join(", "),
    // A run that fails is no failure of its own: the readings above say which counts.
    result: failed ? "note" : "ok",
    word: run.result,
    ...(run.line !== null && { why: run.line }),
    evidence: [
      { label: "met", text: `${pluralize(run.requests, "request")}, ${pluralize(run.webhooks, "webhook")}` },
      ...(run.log === null ? [] : [{ label: "output", text: run.log }]),
      ...requestsEvidence(run.last_requests),
    ],
    seconds: run.seconds,
  };
}
