// `contract reliance`: what the client's tests need of all that the specification does not show (C-41).
import { join } from "node:path";
import type { ResultCase, ResultDocument } from "../../../contract/outputs/document.ts";
import { seal } from "../../../contract/outputs/seal.ts";
import { lineOf, nameOf, whatToDo } from "../../../contract/reliance/advice.ts";
import { findReliance, inQuestion, type Reliance } from "../../../contract/reliance/reliance.ts";
import { requestsEvidence } from "../../../contract/run/last-requests.ts";
import type { Row } from "../../../contract/run/row.ts";
import { strictCatalogue } from "../../../contract/strict/catalogue.ts";
import { LEVELS, type Level } from "../../../contract/strict/setting.ts";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { type CliOption, type OwnCall, ownCommand } from "../../command.ts";
import { Player } from "../../contract/player.ts";
import { hindrance, inFolder, NOT_JUDGED, progressOf } from "../../contract/run-frame.ts";
import {
  BODIES_OPTION,
  configForRuns,
  folderOf,
  MAX_RUNS_OPTION,
  REPORT_OPTION,
  SANDBOX_OPTIONS,
  TIMEOUT_OPTION,
} from "../../contract/run-options.ts";
import { RunSession } from "../../contract/run-session.ts";
import { wrapped } from "../../output.ts";
import { jsonLine, type ProcessIo } from "../../process-io.ts";
import { writeReport } from "../../report-folder.ts";
import { signalCode } from "../sandbox/exec.ts";

type RelianceOptions = Record<string, unknown> & {
  level?: Level;
  failOn?: "found" | "none";
  maxRuns?: number;
  runTimeout?: number;
  report?: string;
  withBodies?: true;
  json?: true;
};

/** How often a failure is repeated before it counts. */
const RETRIES = 1;

const OPTIONS: readonly CliOption[] = [
  { flags: "--level <LEVEL>", about: "leave out what is invented (default), or inferred as well", choices: LEVELS },
  {
    flags: "--fail-on <WHAT>",
    about: "exit code 1 when something is found (default), or never",
    choices: ["found", "none"],
  },
  MAX_RUNS_OPTION,
  TIMEOUT_OPTION,
  REPORT_OPTION,
  BODIES_OPTION,
  { flags: "--json", about: "print the result as one line of JSON" },
  ...SANDBOX_OPTIONS.filter(({ flags }) => !flags.startsWith("--strict")),
];

export const contractRelianceCommand = ownCommand<RelianceOptions>({
  name: "reliance",
  about: "run your tests without what this sandbox made up, and name what they lean on",
  args: [{ name: "command", about: "your test command and its arguments, after --", required: true, rest: true }],
  options: OPTIONS,
  passThrough: true,
  examples: ["contract reliance -- npm test", "contract reliance --level inferred --report reliance -- npm test"],
  exits: {
    0: "your tests lean on nothing that was made up",
    1: "they lean on something",
    3: "not judged: your tests fail anyway, or nothing called the sandbox",
    "128+N": "the signal N ended it",
  },
  run: (call) => inFolder(call.io, folderOf(call.options), (folder) => judge(call, folder)),
});

async function judge({ io, rest, options, create }: OwnCall<RelianceOptions>, folder: string): Promise<number> {
  const { level = "invented", failOn = "found", maxRuns = Number.POSITIVE_INFINITY, runTimeout } = options;
  const { config } = configForRuns(options, io);
  const [command = "", ...args] = rest;
  const withBodies = options.withBodies === true;
  const given = { command: [command, ...args], config, folder, timeoutMs: runTimeout, withBodies } as const;
  const player = new Player(given, io, create);
  const session = new RunSession(player, {
    changeOf(row, number) {
      if (row.length === 0) return { config: { strict: null }, environment: { SANDBOX_STRICT: "" } };
      const file = join(folder, `strict-${number}.json`);
      io.writeFile(file, `${JSON.stringify({ enabled: true, without: row })}\n`);
      return { config: { strict: `@${file}` }, environment: { SANDBOX_STRICT: `@${file}` } };
    },
    ...{ maxRuns, planned: 2, keepsLogs: options.report !== undefined },
    rowText,
    progress: progressOf(io),
  });
  const first = await session.play([]);
  const hindered = first === undefined ? undefined : hindrance(first, options);
  const isReady = first !== undefined && hindered === undefined;
  const found = isReady ? await findReliance(level, (row) => session.play(row), RETRIES) : NOTHING;
  const stopped = player.stopped === undefined ? undefined : `${player.stopped} ended the runs early`;
  const broken = hindered ?? session.broken;
  const why =
    stopped ?? broken ?? (found.unfinished.length > 0 ? "--max-runs ended the search early: give it more" : null);
  const document = seal(relianceDocument(found, { level, command: rest, session, why }), {
    secrets: player.secrets,
    withBodies,
  });
  if (options.json) io.out(jsonLine(document.data));
  else if (hindered === undefined) io.out(textOf(document, io));
  writeReport(options.report, document, io);
  if (player.stopped !== undefined) return signalCode(player.stopped);
  if (broken !== undefined) io.err(`${escapeControl(broken)}\n`);
  if (broken !== undefined || !player.invariantsHeld) return NOT_JUDGED;
  return found.sets.length > 0 && failOn === "found" ? 1 : 0;
}

/** What a run leaves out. */
function rowText([first = "", ...others]: Row): string {
  const part = strictCatalogue().get(first);
  const name = part === undefined ? first : nameOf(part);
  return others.length === 0 ? `without ${name}` : `without ${others.length + 1} parts`;
}

const NOTHING: Reliance = { judged: 0, sets: [], unstable: [], unfinished: [] };

type Facts = { level: Level; command: readonly string[]; session: RunSession; why: string | null };

function relianceDocument(found: Reliance, { level, command, session, why }: Facts): ResultDocument {
  const total = inQuestion(level).length;
  const sets = found.sets.map((set): ResultCase => {
    const decision = [...new Set(set.map((part) => part.decision).filter(Boolean))].join(", ");
    const pointers = set.map(({ pointer }) => pointer);
    const run = session.runs.findLast(
      ({ row, line }) => line !== null && row.length === pointers.length && pointers.every((one) => row.includes(one)),
    );
    return {
      ...{ name: set.map(nameOf).join(" + "), result: "fail", word: "leans on" },
      ...{ why: set.map(lineOf).join("; "), what_to_do: whatToDo(set) },
      evidence: [
        ...(run?.line == null ? [] : [{ label: "first failing line", text: run.line }]),
        ...requestsEvidence(run?.last_requests),
      ],
      ...(decision !== "" && { decision }),
    };
  });
  const open = (parts: Reliance["unstable"], word: string, reason: string): ResultCase[] =>
    parts.map((set) => ({ name: `${set.length} parts`, result: "not_judged", word, why: reason }));
  const cases = [
    ...sets,
    ...open(found.unstable, "unstable", "the tests failed without them once and passed once"),
    ...open(found.unfinished, "not judged", why ?? "the search ended early"),
  ];
  const isNone = found.judged > 0 && cases.length === 0;
  const summary = isNone
    ? `leans on none of ${total} parts that are ${level}`
    : why !== null && found.sets.length === 0
      ? `not judged: ${why}`
      : `leans on ${found.sets.length} of ${total} parts that are ${level}${why === null ? "" : `; ${why}`}`;
  return {
    title: "Contract reliance: what the client's tests need of what the specification does not show",
    summary,
    facts: [
      { name: "command", value: command.join(" "), kind: "command" },
      { name: "level", value: level },
      { name: "runs", value: String(session.runs.length) },
    ],
    sections: [{ title: "Leans on", cases: isNone ? [{ name: level, result: "ok", why: summary }] : cases }],
    data: { kind: "contract-reliance", version: 1, level, command, ended_early: why, runs: session.runs, ...found },
  };
}

/** What is found, one line each, and the summary. */
function textOf({ summary, sections }: ResultDocument, { terminal }: ProcessIo): string {
  const screen = { terminal: terminal ?? { columns: 80 } };
  const lines = sections.flatMap(({ cases }) =>
    // What is ok says the summary.
    cases
      .filter(({ result }) => result !== "ok")
      .flatMap(({ name, word, why, what_to_do, evidence = [] }) => [
        `${word}: ${why ?? name}`,
        ...evidence.flatMap(({ text, kind }) => (kind === "body" ? [] : [`  ${text}`])),
        ...(what_to_do === undefined ? [] : [`  ${what_to_do}`]),
      ]),
  );
  return [...lines, summary].map((line) => `${wrapped(screen, escapeControl(line))}\n`).join("");
}
