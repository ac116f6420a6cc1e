// `contract run`: the client's own test command under a covering array of readings, and the smallest sets under which it fails (C-30…C-33).

import { seal } from "../../../contract/outputs/seal.ts";
import { CulpritSearch } from "../../../contract/run/narrow.ts";
import type { RunResult } from "../../../contract/run/played-run.ts";
import { exitCodeOf, runDocument } from "../../../contract/run/run-document.ts";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { systemClock } from "../../../kernel/wall-clock.ts";
import { type OwnCall, ownCommand } from "../../command.ts";
import { matrix } from "../../contract/matrix.ts";
import { Player } from "../../contract/player.ts";
import { hindrance, inFolder, NOT_JUDGED, progressOf } from "../../contract/run-frame.ts";
import { folderOf, planOf, RUN_EXITS, RUN_OPTIONS, type RunOptions, type RunPlan } from "../../contract/run-options.ts";
import { RunSession } from "../../contract/run-session.ts";
import { jsonLine, type ProcessIo } from "../../process-io.ts";
import { writeReport } from "../../report-folder.ts";
import { signalCode } from "../sandbox/exec.ts";

export const contractRunCommand = ownCommand<RunOptions>({
  name: "run",
  about: "run your tests under every reading of what the specification leaves open, and name those that break them",
  args: [{ name: "command", about: "your test command and its arguments, after --", required: true, rest: true }],
  options: RUN_OPTIONS,
  passThrough: true,
  examples: [
    "contract run -- npm test",
    "contract run --report contract -- npm test",
    "contract run --readings record=top-level,silent --fail-on silent -- npm test",
    "contract run --strength pairs --jobs 4 --run-timeout 10m -- npx vitest run",
  ],
  exits: {
    ...RUN_EXITS,
    3: "not judged: your tests fail anyway, or nothing called the sandbox",
    "128+N": "the signal N ended it",
  },
  run,
});

function run(call: OwnCall<RunOptions>): Promise<number> {
  const plan = planOf(call.options, call.io);
  return inFolder(call.io, folderOf(call.options), (folder) => judge(call, plan, folder));
}

async function judge(
  { io, rest, options, create }: OwnCall<RunOptions>,
  plan: RunPlan,
  folder: string,
): Promise<number> {
  const { config, rows } = plan;
  const [command = "", ...args] = rest;
  const withBodies = options.withBodies === true;
  const given = { command: [command, ...args], config, folder, timeoutMs: options.runTimeout, withBodies } as const;
  const player = new Player(given, io, create);
  const session = new RunSession(player, {
    changeOf(row) {
      const reading = [...config.reading, ...row];
      return { config: { reading }, environment: { SANDBOX_READING: reading.join(",") } };
    },
    maxRuns: options.maxRuns ?? Number.POSITIVE_INFINITY,
    ...{ planned: rows.length + 1, rows },
    keepsLogs: options.report !== undefined,
    progress: progressOf(io),
  });
  const search = new CulpritSearch((row) => session.play(row), options.retries ?? 1);
  const began = systemClock.monotonic();
  const first = await session.play([]);
  const hindered = first === undefined ? undefined : hindrance(first, options);
  if (first !== undefined && hindered === undefined) {
    if ((options.jobs ?? 1) > 1) await session.playAhead(rows, options.jobs ?? 1);
    for (const row of rows) await search.examine(row);
  }
  const result: RunResult = {
    ...{ kind: "contract-run", version: 1, command: rest, start_options: plan.startOptions },
    ...{
      fail_on: options.failOn ?? "stated",
      shard: options.shard?.text ?? null,
      values: plan.values,
      runs: session.runs,
    },
    ...{ culprits: search.culprits, unstable: search.unstable, unfinished: search.unfinished },
    ended_early: endedEarly(player, hindered ?? session.broken, search),
    seconds: (systemClock.monotonic() - began) / 1_000,
  };
  return told(result, { player, hindered, broken: session.broken, io, options });
}

function endedEarly(player: Player, hindered: string | undefined, search: CulpritSearch): string | null {
  if (player.stopped !== undefined) return `${player.stopped} ended the runs early`;
  if (hindered !== undefined) return hindered;
  return search.unfinished.length > 0 ? "--max-runs ended the search early: give it more" : null;
}

type Told = {
  player: Player;
  hindered: string | undefined;
  broken: string | undefined;
  io: ProcessIo;
  options: RunOptions;
};

/** Writes the report and the matrix, and returns the exit code. */
function told(result: RunResult, { player, hindered, broken, io, options }: Told): number {
  const document = seal(runDocument(result), { secrets: player.secrets, withBodies: options.withBodies === true });
  // What is printed goes through the same seal: the log of a build is read by many.
  const sealed = document.data as RunResult;
  // What took so long is told first, whatever becomes of the files.
  if (options.json) io.out(jsonLine(sealed));
  else if (hindered === undefined && result.runs.length > 0) io.out(matrix(sealed, io));
  writeReport(options.report, document, io);
  if (player.stopped !== undefined) return signalCode(player.stopped);
  const why = hindered ?? broken;
  if (why !== undefined) io.err(`${escapeControl(why)}\n`);
  else if (!player.invariantsHeld)
    io.err("a sandbox broke an invariant (above), so these results prove nothing: please report it\n");
  return why !== undefined || !player.invariantsHeld ? NOT_JUDGED : exitCodeOf(result);
}
