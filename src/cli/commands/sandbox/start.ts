// `start`: runs a sandbox until a signal, prints its addresses and keys, and shuts down cleanly.

import { type Config, isLoopback } from "../../../config/options.ts";
import { isoTime } from "../../../kernel/clock.ts";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { createLog, type Log } from "../../../kernel/log.ts";
import { pluralize } from "../../../kernel/pluralize.ts";
import { systemClock, type WallClock } from "../../../kernel/wall-clock.ts";
import type { Sandbox } from "../../../runtime/sandbox.ts";
import { banner, readyLine } from "../../banner.ts";
import { DemoOption } from "../../demo-option.ts";
import type { ProcessIo } from "../../process-io.ts";
import { startFault } from "../../start-failure.ts";
import { logLines, Progress } from "../../stderr.ts";

/** Timeout of a clean shutdown, ms; then the process ends anyway. */
export const CLOSE_TIMEOUT_MS = 10_000;

/** Progress of the replay of a stored world. */
type ReplayProgress = { network: string; height: number; of: number };

export type CreateSandbox = (
  config: Config,
  dependencies: {
    log: Log;
    wall?: WallClock;
    onReplay?: (progress: ReplayProgress) => void;
    isSetUp?: () => boolean;
    /** The process that asks for the sandbox: it names the file of `--contract-dir`. */
    pid: number;
  },
) => Promise<Sandbox>;

/**
 * Runs until a signal; returns the exit code. A signal during the start ends the sandbox as soon as it is up.
 * @throws CommandError when the sandbox cannot start
 */
export async function start(
  config: Config,
  io: ProcessIo,
  create: CreateSandbox,
  wall: WallClock = systemClock,
): Promise<number> {
  const stopped = new Promise<void>((stop) => io.onStop(() => stop()));
  const progress = new Progress(io);
  const writeLog = logLines(io, config);
  const write = (line: string): void => {
    progress.done();
    writeLog(line);
  };
  const log = createLog(config.logLevel, { write });
  const demo = new DemoOption(config, wall);
  const onReplay = ({ network, height, of }: ReplayProgress): void =>
    progress.step(`replaying ${network}: ${height} of ${of} blocks`);
  const dependencies = { log, onReplay, isSetUp: demo.isSetUp, pid: io.pid };
  progress.begin("starting the chains and the service");
  const sandbox = await create(demo.config, dependencies).catch(async (error: unknown) => {
    progress.done();
    log.debug({ error }, "the start failed");
    throw await startFault(error, config, wall);
  });
  progress.done();
  if (!isLoopback(config.host)) {
    io.err(`warning: ${config.host} can be reached by other machines; /admin requires the admin token\n`);
  }
  const ready = { ...sandbox.ready, pid: io.pid };
  if (ready.api_key === "")
    io.err("the default tenant's API key was chosen with --api-key: give it again to see it here\n");
  const demoSummary = await demo.create(ready, io).catch(async (error: unknown) => {
    await sandbox.close();
    throw error;
  });
  io.out(config.json ? readyLine(ready) : banner(ready, { demo: demoSummary, world: worldNote(config, sandbox) }));
  await stopped;
  const ended = await closeSandbox(sandbox, io, wall);
  if (ended && config.record !== null) {
    io.err(escapeControl(`recorded in ${config.record}: "cpsandbox run ${config.record}" replays it`).concat("\n"));
  }
  return ended ? 0 : 1;
}

/** The data folder or import file and how far its world has come; undefined without one. */
function worldNote({ data, import: file }: Config, { resumed }: Sandbox): string | undefined {
  const named = data ?? file;
  if (named === null) return undefined;
  if (resumed === undefined) return escapeControl(`${named}, new`);
  return escapeControl(`${named}, continues at ${isoTime(resumed.at)}, ${pluralize(resumed.events, "event")}`);
}

/** Closes the sandbox within 10 s; false, with the reason on stderr, when that fails. */
export function closeSandbox(sandbox: Sandbox, io: ProcessIo, wall: WallClock): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = wall.after(CLOSE_TIMEOUT_MS, () => {
      io.err(`the sandbox did not stop within ${CLOSE_TIMEOUT_MS / 1000} s and was ended\n`);
      resolve(false);
    });
    const ended = (error: unknown): void => {
      timer.cancel();
      if (error !== undefined) io.err(escapeControl(`the sandbox did not stop cleanly: ${String(error)}`).concat("\n"));
      resolve(error === undefined);
    };
    sandbox.close().then(
      () => ended(undefined),
      (error: unknown) => ended(error ?? "unknown"),
    );
  });
}
