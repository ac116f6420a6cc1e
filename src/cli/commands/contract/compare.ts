// `contract compare`: does the real service look like the document? It calls a host that the user names, by GET alone (C-60…C-63).

import { COMPARED_OPERATIONS, describe, type PlannedCall, plannedCalls } from "../../../contract/compare/calls.ts";
import type { Recorded } from "../../../contract/compare/recorded.ts";
import { answersInHar, RecordingFault, webhookIn } from "../../../contract/compare/recordings.ts";
import { FAIL_LEVELS, type FailLevel, failsAt } from "../../../contract/compare/result.ts";
import { readBaseUrl } from "../../../contract/compare/service-url.ts";
import { Session } from "../../../contract/compare/session.ts";
import { parseReadings, parseReadingsFile, ReadingFault } from "../../../contract/readings/parse.ts";
import type { Choices } from "../../../contract/readings/table.ts";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { systemClock, type WallClock } from "../../../kernel/wall-clock.ts";
import { type OwnCall, type OwnCommand, ownCommand, textOf } from "../../command.ts";
import { print } from "../../output.ts";
import { CommandError, codeOf, type ProcessIo } from "../../process-io.ts";
import { writeReport } from "../../report-folder.ts";
import { callAll, SERVICE_KEY, usable } from "./compare-calls.ts";
import { compareDocument, compareText } from "./compare-output.ts";

type CompareOptions = {
  baseUrl?: string;
  operations?: string;
  har?: string[];
  webhook?: string[];
  rate?: number;
  dryRun?: true;
  output?: string;
  readingsOut?: string;
  reading?: string[];
  report?: string;
  failOn?: FailLevel;
  json?: true;
};

const NOT_JUDGED = 3;

/** The command; its calls are a second apart on this clock. */
export function compareCommand(wall: WallClock = systemClock): OwnCommand {
  return ownCommand<CompareOptions>({
    name: "compare",
    about: "compare the real service, or recordings of it, with the document, and find the readings that it speaks",
    options: [
      { flags: "--base-url <URL>", about: `the service: GET only, with the key in ${SERVICE_KEY}` },
      {
        flags: "--operations <IDS>",
        about: "only these operations, and the lists that they need",
        suggests: () => COMPARED_OPERATIONS,
      },
      { flags: "--har <FILE>", about: "a recording of your own traffic", repeatable: true },
      { flags: "--webhook <FILE>", about: "a webhook as received: headers, an empty line, body", repeatable: true },
      { flags: "--rate <N>", about: "calls a second, at most 1 (default)", read: readRate },
      { flags: "--dry-run", about: "print the calls and make none" },
      { flags: "-o, --output <FILE>", about: "write the shapes: no values, so they can be committed" },
      { flags: "--readings-out <FILE>", about: "write the readings that were found, for start --reading @FILE" },
      { flags: "--reading <NAME=VALUE>", about: "what you expect already; @FILE for a file", repeatable: true },
      { flags: "--report <DIR>", about: "also write the result as JSON, JUnit, HTML and Markdown" },
      {
        flags: "--fail-on <LEVEL>",
        about: "exit code 1 from this level on (default: difference)",
        choices: FAIL_LEVELS,
      },
      { flags: "--json", about: "print one JSON document" },
    ],
    examples: [
      `${SERVICE_KEY}=… contract compare --base-url https://api.example.com/v1 --dry-run`,
      `${SERVICE_KEY}=… contract compare --base-url https://api.example.com/v1 -o shapes.json --readings-out readings.json`,
      "contract compare --har traffic.har --webhook deposit.txt --readings-out readings.json",
    ],
    exits: {
      0: "no difference at or above --fail-on",
      1: "found a difference at or above --fail-on",
      3: "not judged: the service was not reached, or refused the key",
    },
    run: (call) => compare(call, wall),
  });
}

function readRate(text: string): number {
  const rate = /^[0-9.]+(?:\/s)?$/.test(text) ? Number(text.replace("/s", "")) : Number.NaN;
  if (!(rate > 0 && rate <= 1))
    throw new CommandError("--rate is a number of calls a second, at most 1, such as 0.5", 2);
  return rate;
}

/** Exit code 0, 1 (found something), 3 (host or key did not work). @throws CommandError for a call that was wrong */
async function compare({ options, io }: OwnCall<CompareOptions>, wall: WallClock): Promise<number> {
  const { har = [], webhook = [], json } = options;
  if (options.baseUrl === undefined && har.length + webhook.length === 0)
    throw new CommandError("name the service with --base-url, or recordings with --har or --webhook", 2);
  const given = await readingsOf(options.reading ?? [], io);
  const session = new Session(given);
  const calls = plannedCalls(operationsOf(options.operations));
  const baseUrl = options.baseUrl === undefined ? undefined : usable(() => readBaseUrl(options.baseUrl ?? ""));
  if (baseUrl !== undefined) {
    const list = listOf(session, calls, baseUrl, options.rate ?? 1);
    if (options.dryRun) return print(io, json, { base_url: baseUrl, calls: list.calls }, () => list.text);
    io.err(list.text);
  }
  for (const file of har) await read(file, io, (text) => answersInHar(session.document, text), session);
  for (const file of webhook) await read(file, io, (text) => [webhookIn(session.document, text)], session);
  if (baseUrl !== undefined) {
    const why = await callAll(session, calls, { baseUrl, rate: options.rate ?? 1, io, wall });
    if (why !== undefined) throw new CommandError(escapeControl(`could not be judged: ${why}`), NOT_JUDGED);
  }
  return finish(session, options, io);
}

async function readingsOf(texts: readonly string[], io: ProcessIo): Promise<Choices> {
  const all: Choices[] = [];
  try {
    for (const text of texts)
      all.push(text.startsWith("@") ? parseReadingsFile(await textOf(text.slice(1), io)) : parseReadings([text]));
  } catch (error) {
    if (error instanceof ReadingFault) throw new CommandError(escapeControl(`--reading: ${error.message}`), 2);
    throw error;
  }
  return Object.assign({}, ...all);
}

function operationsOf(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !COMPARED_OPERATIONS.includes(name));
  if (unknown === undefined) return names;
  const known = COMPARED_OPERATIONS.join(", ");
  throw new CommandError(escapeControl(`--operations: "${unknown}" is no operation that only reads: ${known}`), 2);
}

function listOf(session: Session, calls: readonly PlannedCall[], baseUrl: string, rate: number) {
  const described = calls.map((call) => describe(session.document, call));
  const head = `${calls.length} calls to ${baseUrl}, one every ${1 / rate} s; ids come from the lists:`;
  const lines = [head, ...described.map((line) => `  ${line}`)].map(escapeControl);
  return { calls: described, text: `${lines.join("\n")}\n` };
}

async function read(
  file: string,
  io: ProcessIo,
  recordedIn: (text: string) => Iterable<Recorded>,
  session: Session,
): Promise<void> {
  const text = await textOf(file, io);
  try {
    const before = session.count;
    for (const recorded of recordedIn(text)) session.add(recorded);
    if (session.count === before)
      throw new RecordingFault("holds no answer of the service: its requests must go to a path with /v1");
  } catch (error) {
    if (error instanceof RecordingFault) throw new CommandError(escapeControl(`${file} ${error.message}`), NOT_JUDGED);
    throw error;
  }
}

function finish(session: Session, options: CompareOptions, io: ProcessIo): number {
  const result = session.result();
  if (options.output !== undefined) write(options.output, jsonText({ shapes: session.shapes }), io);
  if (options.readingsOut !== undefined) {
    const { readings, not_covered, undecided } = result;
    write(options.readingsOut, jsonText({ readings, not_covered, undecided }), io);
    if (result.spoken.length > 0)
      io.err(`to be answered so from now on: npx cpsandbox start --reading @${escapeControl(options.readingsOut)}\n`);
  }
  const failed = failsAt(result, options.failOn ?? "difference");
  if (options.report !== undefined || io.environment["GITHUB_STEP_SUMMARY"])
    writeReport(options.report, compareDocument(session, result, [io.environment[SERVICE_KEY] ?? ""]), io);
  print(io, options.json, { ...result, shapes: session.shapes.length }, () => compareText(session, result));
  return failed ? 1 : 0;
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function write(file: string, text: string, io: ProcessIo): void {
  try {
    io.replaceFile(file, text);
  } catch (error) {
    throw new CommandError(
      escapeControl(`${file} cannot be written${codeOf(error)}: check the path and its permissions`),
    );
  }
}
