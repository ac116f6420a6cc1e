// `exec`: runs a command with a sandbox of its own, whose addresses and keys are in its environment; checks the invariants afterwards.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { createLog } from "../../../kernel/log.ts";
import { isMissingShell, NO_SHELL } from "../../../kernel/shell.ts";
import { systemClock } from "../../../kernel/wall-clock.ts";
import { readyVariables } from "../../../runtime/ready-variables.ts";
import type { Sandbox } from "../../../runtime/sandbox.ts";
import { type AdminClient, adminClient } from "../../admin-client.ts";
import { type OwnCall, ownCommand } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { keepRun, SavedLog } from "../../keep-run.ts";
import { startOwnSandbox } from "../../own-sandbox.ts";
import type { ProcessIo, StopSignal } from "../../process-io.ts";
import { logLines } from "../../stderr.ts";
import { closeSandbox } from "./start.ts";
import { configOf, START_OPTIONS } from "./start-command.ts";

/** Exit codes of a shell for a command that cannot be started. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
/** Exit code of a command that a signal ended: this plus the signal's number, as in a shell. */
const SIGNAL_BASE = 128;
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGTERM: 15,
};

export const execCommand = ownCommand<ExecOptions>({
  name: "exec",
  about: "run a command with its own sandbox, and exit with the command's exit code",
  args: [{ name: "command", about: "the command and its arguments, after --", required: true, rest: true }],
  // stdout belongs to the command.
  options: [
    {
      flags: "--keep-on-failure <DIR>",
      about: "after a failure, write the world, its events and deliveries and the log to this folder",
    },
    ...START_OPTIONS.filter(({ flags }) => flags !== "--json"),
  ],
  passThrough: true,
  examples: [
    "exec -- npm test",
    "exec --clock frozen --seed 7 -- npx vitest run",
    "exec --webhook http://localhost:3000/hooks --webhook-secret whsec_mine -- npm test",
    "exec --keep-on-failure ./failed-run -- npm test",
  ],
  exits: {
    0: "the command ended with 0, and the sandbox kept its invariants",
    1: "the sandbox could not start, or broke an invariant",
    126: "the command cannot be executed",
    127: "there is no such command",
    "128+N": "the signal N ended the command",
    other: "the exit code of the command",
  },
  run: exec,
});

type ExecOptions = Record<string, unknown> & { keepOnFailure?: string };

async function exec({ options: given, rest, io, create }: OwnCall<ExecOptions>): Promise<number> {
  const [command = "", ...args] = rest;
  const { keepOnFailure, ...options } = given;
  const free = options["port"] === undefined && !io.environment["SANDBOX_PORT"];
  const config = configOf(free ? { ...options, port: "0" } : options, io);
  const stops: StopSignal[] = [];
  let forward = (signal: StopSignal): void => void stops.push(signal);
  io.onStop((signal) => forward(signal));
  const write = logLines(io, config);
  const savedLog = new SavedLog(config.logLevel, write);
  const log = keepOnFailure === undefined ? createLog(config.logLevel, { write }) : createLog(savedLog.level, savedLog);
  const { sandbox, demo } = await startOwnSandbox(config, { create, log, pid: io.pid, wall: systemClock });
  try {
    await demo.create(sandbox.ready, io);
    // A signal during the start: do not run the command at all.
    const [early] = stops;
    if (early !== undefined) return signalCode(early);
    const child = io.spawn(command, args, { ...io.environment, ...readyVariables(sandbox.ready) });
    // At a terminal the command gets Ctrl+C itself; a second SIGINT would make many programs quit at once.
    forward = (signal) => {
      if (!(io.stdinIsTerminal && signal === "SIGINT")) child.kill(signal);
    };
    const code = await child.ended.then(codeOf, (error: unknown) => notStarted(command, error, io));
    const result = (await invariantsHold(sandbox, io)) ? code : code || 1;
    if (result !== 0 && keepOnFailure !== undefined)
      await keepRun(keepOnFailure, savedLog, clientOf(sandbox.ready), io);
    return result;
  } finally {
    await closeSandbox(sandbox, io, systemClock);
  }
}

/** The exit code of a shell for a command that a signal ended. */
export function signalCode(signal: string | null): number {
  return SIGNAL_BASE + (SIGNAL_NUMBERS[signal ?? ""] ?? 0);
}

function codeOf({ code, signal }: { code: number | null; signal: string | null }): number {
  return code ?? signalCode(signal);
}

/** Says why a command cannot be started, and returns the exit code of a shell. */
export function notStarted(command: string, error: unknown, io: ProcessIo): number {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const first = /^(\S+)\s/.exec(command)?.[1];
  const check = isMissingShell(command, error) ? NO_SHELL : "check its name and PATH";
  const next = first === undefined ? check : `remove the quotes: -- ${command}`;
  io.err(escapeControl(`${command} cannot be run (${code || String(error)}): ${next}`).concat("\n"));
  return code === "ENOENT" ? NOT_FOUND : NOT_EXECUTABLE;
}

function clientOf({ url, admin_token }: Sandbox["ready"]): AdminClient {
  return adminClient({ url, token: admin_token });
}

/** Checks the invariants: a run against a broken sandbox proves nothing, even if it passed. */
export async function invariantsHold({ ready }: Pick<Sandbox, "ready">, io: ProcessIo): Promise<boolean> {
  const report = await clientOf(ready)
    .get("/admin/invariants")
    .catch((error: unknown) => {
      io.err(
        escapeControl(
          `the invariants cannot be checked: ${error instanceof Error ? error.message : String(error)}`,
        ).concat("\n"),
      );
    });
  if (!isObject(report)) return false;
  const broken = recordsOf(report["invariants"]).filter(({ ok }) => ok === false);
  for (const { id, breach } of broken) {
    const what = typeof breach === "string" ? breach : JSON.stringify(breach ?? null);
    io.err(escapeControl(`the sandbox broke its invariant ${id}: ${what}`).concat("\n"));
  }
  return broken.length === 0;
}
