// `start`: runs a sandbox until a signal comes, prints where it is, and ends cleanly.

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

/** A clean end takes at most this long, then the process ends anyway. */
export const CLOSE_WITHIN_MS = 10_000;

/** How far the replay of a kept world is. */
type Replayed = { network: string; height: number; of: number };

export type CreateSandbox = (
  config: Config,
  parts: { log: Log; wall?: WallClock; onReplay?: (told: Replayed) => void; isSetUp?: () => boolean },
) => Promise<Sandbox>;

/**
 * Runs until stopped; answers with the exit code. Throws `CommandError` when the sandbox cannot start.
 * Signals count from the first moment: one that comes during the start ends it as soon as it stands.
 */
export async function start(
  config: Config,
  io: ProcessIo,
  create: CreateSandbox,
  wall: WallClock = systemClock,
): Promise<number> {
  const stopped = new Promise<void>((stop) => io.onStop(() => stop()));
  const log = createLog(config.logLevel, { write: (line) => io.err(line) });
  const demo = new DemoOption(config, wall);
  const parts = { log, onReplay: tellsReplay(io), isSetUp: demo.isSetUp };
  const sandbox = await create(demo.config, parts).catch(async (error: unknown) => {
    log.debug({ error }, "the start failed");
    throw await startFault(error, config, wall);
  });
  if (!isLoopback(config.host)) {
    io.err(`warning: ${config.host} can be reached by other machines; /admin asks for the admin token\n`);
  }
  const facts = { ...sandbox.ready, pid: io.pid };
  if (facts.api_key === "")
    io.err("the default tenant's API key is one that its operator chose: name it with --api-key to see it here\n");
  const told = await demo.tell(facts, io).catch(async (error: unknown) => {
    await sandbox.close();
    throw error;
  });
  io.out(config.json ? readyLine(facts) : banner(facts, { demo: told, world: worldNote(config, sandbox) }));
  await stopped;
  const ended = await closes(sandbox, io, wall);
  if (ended && config.record !== null) {
    io.err(
      escapeControl(
        `recorded in ${config.record}: "crypto-payment-sandbox run ${config.record}" tells it again`,
      ).concat("\n"),
    );
  }
  return ended ? 0 : 1;
}

/** Which world it is, where one was named: whoever starts twice sees that it is the same one. */
function worldNote({ data, import: file }: Config, { resumed }: Sandbox): string | undefined {
  const named = data ?? file;
  if (named === null) return undefined;
  if (resumed === undefined) return escapeControl(`${named}, begins now`);
  return escapeControl(`${named}, goes on at ${isoTime(resumed.at)}, ${pluralize(resumed.events, "event")}`);
}

function tellsReplay(io: ProcessIo): (told: Replayed) => void {
  return ({ network, height, of }) => io.err(`replaying ${network}: ${height} of ${of} blocks\n`);
}

/** Closes the sandbox within 10 s; false, and why on stderr, when that did not go well. */
export function closes(sandbox: Sandbox, io: ProcessIo, wall: WallClock): Promise<boolean> {
  return new Promise((decide) => {
    const giveUp = wall.after(CLOSE_WITHIN_MS, () => {
      io.err(`the sandbox did not stop within ${CLOSE_WITHIN_MS / 1000} s and was ended\n`);
      decide(false);
    });
    const ended = (error: unknown): void => {
      giveUp.cancel();
      if (error !== undefined) io.err(escapeControl(`the sandbox did not stop cleanly: ${String(error)}`).concat("\n"));
      decide(error === undefined);
    };
    sandbox.close().then(
      () => ended(undefined),
      (error: unknown) => ended(error ?? "unknown"),
    );
  });
}
