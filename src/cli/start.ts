// `start`: runs a sandbox until a signal comes, prints where it is, and ends cleanly.
import { type Config, isLoopback } from "../config.ts";
import { createLog, type Log } from "../kernel/log.ts";
import { plain } from "../kernel/plain.ts";
import { Problem } from "../kernel/problem.ts";
import { systemWall, type Wall } from "../kernel/wall.ts";
import type { Sandbox } from "../sandbox.ts";
import { banner, readyLine } from "./banner.ts";
import { afterStart, beforeDemo } from "./demo.ts";
import { CommandError, type Io } from "./io.ts";

/** A clean end takes at most this long, then the process ends anyway. */
export const CLOSE_WITHIN_MS = 10_000;

/** How far the replay of a kept world is. */
type Replayed = { network: string; height: number; of: number };

export type CreateSandbox = (
  config: Config,
  parts: { log: Log; wall?: Wall; onReplay?: (told: Replayed) => void },
) => Promise<Sandbox>;

/**
 * Runs until stopped; answers with the exit code. Throws `CommandError` when the sandbox cannot start.
 * Signals count from the first moment: one that comes during the start ends it as soon as it stands.
 */
export async function start(config: Config, io: Io, create: CreateSandbox, wall: Wall = systemWall): Promise<number> {
  const stopped = new Promise<void>((stop) => io.onStop(() => stop()));
  const log = createLog(config.logLevel, { write: (line) => io.err(line) });
  const sandbox = await create(beforeDemo(config, wall), { log, onReplay: tellsReplay(io) }).catch((error: unknown) => {
    log.debug({ error }, "the start failed");
    throw new CommandError(startFailure(error, config));
  });
  if (!isLoopback(config.host)) {
    io.err(`warning: ${config.host} can be reached by other machines; /admin asks for the admin token\n`);
  }
  const facts = { ...sandbox.ready, pid: io.pid };
  if (facts.api_key === "")
    io.err("the default tenant's API key is one that its operator chose: name it with --api-key to see it here\n");
  const demo = await afterStart(config, facts, io, wall).catch(async (error: unknown) => {
    await sandbox.close();
    throw error;
  });
  io.out(config.json ? readyLine(facts) : banner(facts, demo));
  await stopped;
  const ended = await closes(sandbox, io, wall);
  if (ended && config.record !== null) {
    io.err(
      plain(`recorded in ${config.record}: "crypto-payment-sandbox run ${config.record}" tells it again`).concat("\n"),
    );
  }
  return ended ? 0 : 1;
}

function tellsReplay(io: Io): (told: Replayed) => void {
  return ({ network, height, of }) => io.err(`replaying ${network}: ${height} of ${of} blocks\n`);
}

/** Why a start failed, in one line with the next step. */
export function startFailure(error: unknown, { host, port }: Pick<Config, "host" | "port">): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return `port ${port} is taken: use --port 0 for a free one, or --port N`;
  if (code === "EACCES")
    return `port ${port} may not be opened by this user: use --port 0 for a free one, or --port N above 1023`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `${host} is no address of this machine: use --host 127.0.0.1, or 0.0.0.0 for all of its addresses`;
  }
  const message =
    error instanceof Problem ? error.detail || error.text : error instanceof Error ? error.message : String(error);
  return plain(`the sandbox cannot start: ${message.split("\n", 1)[0] ?? ""} (--log-level debug tells more)`);
}

/** Closes the sandbox within 10 s; false, and why on stderr, when that did not go well. */
export function closes(sandbox: Sandbox, io: Io, wall: Wall): Promise<boolean> {
  return new Promise((decide) => {
    const giveUp = wall.after(CLOSE_WITHIN_MS, () => {
      io.err(`the sandbox did not stop within ${CLOSE_WITHIN_MS / 1000} s and was ended\n`);
      decide(false);
    });
    const ended = (error: unknown): void => {
      giveUp.cancel();
      if (error !== undefined) io.err(plain(`the sandbox did not stop cleanly: ${String(error)}`).concat("\n"));
      decide(error === undefined);
    };
    sandbox.close().then(
      () => ended(undefined),
      (error: unknown) => ended(error ?? "unknown"),
    );
  });
}
