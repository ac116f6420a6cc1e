// `contract receiver`: sends the battery to a receiver, and says whether it refuses what it must and takes what it must (C-50, C-51).

import { variableOf } from "../../../config/options.ts";
import { CASE_IDS, type CaseId } from "../../../contract/receiver/case-table.ts";
import { type Envelope, EVENT_TYPES } from "../../../contract/receiver/genuine.ts";
import { grade, targetFault } from "../../../contract/receiver/grade.ts";
import { ProbeFault, type ReadProbe } from "../../../contract/receiver/probe.ts";
import { receiverDocument } from "../../../contract/receiver/receiver-document.ts";
import { exitCodeOf, FAIL_LEVELS, type FailLevel, type ReceiverReport } from "../../../contract/receiver/result.ts";
import { millisecondsOf } from "../../../kernel/duration.ts";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { systemClock } from "../../../kernel/wall-clock.ts";
import { adminClient } from "../../admin-client.ts";
import { durationOf, type OwnCall, ownCommand } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { CommandError, jsonLine, type ProcessIo } from "../../process-io.ts";
import { writeReport } from "../../report-folder.ts";
import { shellOutput } from "../../shell-line.ts";
import { receiverText } from "./receiver-output.ts";

type ReceiverOptions = {
  secret?: string;
  cases?: string;
  probe?: string;
  probeCommand?: string;
  owner?: string;
  failOn?: FailLevel;
  report?: string;
  withBodies?: true;
  timeout?: string;
  url?: string;
  adminToken?: string;
  json?: true;
};

const SECRET_VARIABLE = "SANDBOX_WEBHOOK_SECRET";
const DEFAULT_TIMEOUT = "10s";
const MAX_TIMEOUT_MS = 60_000;
/** Wall ms after which no further case begins. */
const TIME_LIMIT_MS = 600_000;
const NOT_JUDGED = 3;
const EVENTS_OF_A_TYPE = 500;
const MAX_PROBE_BYTES = 1_048_576;

export const receiverCommand = ownCommand<ReceiverOptions>({
  name: "receiver",
  about: "send thirty genuine, forged, old and repeated webhooks to your receiver, and judge its answers",
  args: [{ name: "receiver", about: "the URL of your receiver", required: true }],
  options: [
    { flags: "--secret <SECRET>", about: `the secret that it verifies with (${SECRET_VARIABLE})` },
    { flags: "--cases <IDS>", about: "only these, such as W-03,W-17", suggests: () => CASE_IDS },
    { flags: "--probe <URL>", about: "GET shows what your app believes, such as its credits" },
    { flags: "--probe-command <CMD>", about: "the same, printed by a command of the shell" },
    { flags: "--owner <OWNER>", about: "somebody whom your app knows, for the payloads" },
    { flags: "--fail-on <LEVEL>", about: "exit code 1 from this level on (default: must)", choices: FAIL_LEVELS },
    { flags: "--report <DIR>", about: "also write the result as JSON, JUnit, HTML and Markdown" },
    { flags: "--with-bodies", about: "with what it answered, and with --url what was sent" },
    { flags: "--timeout <DURATION>", about: `for each answer (default: ${DEFAULT_TIMEOUT})` },
    { flags: "--url <URL>", about: "send events of this running sandbox instead of recorded ones (no default)" },
    { flags: "--token, --admin-token <TOKEN>", about: `its admin token (${variableOf("adminToken")})` },
    { flags: "--json", about: "print one JSON document" },
  ],
  examples: [
    "contract receiver http://127.0.0.1:3000/hooks --secret whsec_mine",
    "contract receiver http://127.0.0.1:3000/hooks --secret whsec_mine --probe http://127.0.0.1:3000/credits --report contract",
    "contract receiver http://127.0.0.1:3000/hooks --cases W-17,W-18 --probe-command 'psql -Atc \"select sum(amount) from credits\"'",
  ],
  exits: {
    0: "no case failed at or above --fail-on",
    1: "a case failed at or above --fail-on",
    3: "not judged: it does not answer, or refuses the first genuine webhook",
  },
  run: gradeReceiver,
});

/** Exit code 0, 1 (found something), 3 (could not be judged). @throws CommandError for a call that was wrong */
async function gradeReceiver({ args, options, io }: OwnCall<ReceiverOptions>): Promise<number> {
  const { failOn = "must", owner, json } = options;
  const url = receiverUrl("the receiver", args[0] ?? "");
  const secret = options.secret ?? io.environment[SECRET_VARIABLE] ?? "";
  if (secret === "")
    throw new CommandError(`name the secret that the receiver verifies with: --secret, or ${SECRET_VARIABLE}`, 2);
  const cases = casesOf(options.cases);
  const timeoutMs = timeoutOf(options.timeout ?? DEFAULT_TIMEOUT);
  const probe = probeOf(options, io, timeoutMs);
  const events = await eventsOf(options, io);
  const stop = new AbortController();
  io.onStop(() => stop.abort());
  const optional = {
    ...(cases === undefined ? {} : { cases }),
    ...(probe === undefined ? {} : { probe }),
    ...(owner === undefined ? {} : { owner }),
    ...(events === undefined ? {} : { events }),
  };
  const report = await grade(
    { url, secret, timeoutMs, timeLimitMs: TIME_LIMIT_MS, ...optional },
    {
      wall: systemClock,
      signal: stop.signal,
      onCase: ({ id, sent }, number, of) => io.err(`${number}/${of} ${id} ${sent}\n`),
    },
  );
  return finish(
    report,
    {
      ...{ secret, failOn, json, folder: options.report, stopped: stop.signal.aborted },
      withBodies: options.withBodies === true,
    },
    io,
  );
}

type Ending = {
  secret: string;
  failOn: FailLevel;
  json: true | undefined;
  folder: string | undefined;
  stopped: boolean;
  withBodies: boolean;
};

function finish(report: ReceiverReport, ending: Ending, io: ProcessIo): number {
  const { secret, failOn, json, folder, stopped, withBodies } = ending;
  const document = receiverDocument(report, secret, withBodies);
  io.out(json ? jsonLine(document.data) : receiverText(report, io));
  writeReport(folder, document, io);
  if (!report.judged) io.err(escapeControl(`could not be judged: ${report.why}`).concat("\n"));
  // What was interrupted has not passed.
  return exitCodeOf(report, failOn) || (stopped ? NOT_JUDGED : 0);
}

function receiverUrl(what: string, url: string): string {
  const fault = targetFault(url);
  if (fault === null) return url;
  throw new CommandError(escapeControl(`${what}: ${fault}`), 2);
}

function casesOf(text: string | undefined): CaseId[] | undefined {
  if (text === undefined) return undefined;
  return text.split(",").map((one) => {
    const name = one.trim().toUpperCase();
    const found = CASE_IDS.find((id) => id === name);
    if (found !== undefined) return found;
    throw new CommandError(escapeControl(`--cases: "${one}" is no case: use ${CASE_IDS[0]} to ${CASE_IDS.at(-1)}`), 2);
  });
}

function timeoutOf(text: string): number {
  const given = durationOf(text);
  const ms = typeof given === "number" ? given : Number(millisecondsOf(given));
  if (ms >= 1 && ms <= MAX_TIMEOUT_MS) return ms;
  throw new CommandError("--timeout is a duration of at most one minute, such as 10s", 2);
}

function probeOf(
  { probe, probeCommand }: ReceiverOptions,
  io: ProcessIo,
  timeoutMs: number,
): string | ReadProbe | undefined {
  if (probe !== undefined && probeCommand !== undefined)
    throw new CommandError("give --probe or --probe-command, not both", 2);
  if (probe !== undefined) return receiverUrl("--probe", probe);
  if (probeCommand === undefined) return undefined;
  return async () => {
    const { code, out } = await shellOutput(io, probeCommand, { timeoutMs, maxBytes: MAX_PROBE_BYTES });
    if (code === 0) return out;
    throw new ProbeFault(
      `the command of the probe ${code === null ? "was ended: it took too long, or printed too much" : `exited with ${code}`}`,
    );
  };
}

/** Events of a running sandbox, newest first; undefined without `--url`. SANDBOX_URL is not read: a battery changes what an app believes. */
async function eventsOf({ url, adminToken }: ReceiverOptions, io: ProcessIo): Promise<Envelope[] | undefined> {
  if (url === undefined) return undefined;
  const token = adminToken ?? (io.environment[variableOf("adminToken")] || undefined);
  const client = adminClient({ url, token });
  const pages: Envelope[] = [];
  for (const type of EVENT_TYPES) {
    const page = await client.get("/admin/events", { type, limit: EVENTS_OF_A_TYPE }).catch(unreachable);
    for (const { id, time, payload } of recordsOf(isObject(page) ? page["items"] : []))
      pages.push({ id: String(id), version: "1", type, time: String(time), payload: isObject(payload) ? payload : {} });
  }
  return pages.toSorted((one, other) => (one.id < other.id ? 1 : -1));
}

function unreachable(error: unknown): never {
  throw new CommandError(error instanceof Error ? error.message : String(error), NOT_JUDGED);
}
