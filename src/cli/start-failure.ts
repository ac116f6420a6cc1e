// Why a sandbox could not be started, in one line with the next step.
import type { Config } from "../config/options.ts";
import { escapeControl } from "../kernel/escape-control.ts";
import { isObject } from "../kernel/is-object.ts";
import { Problem } from "../kernel/problem.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import { withCommandHints } from "./command-hints.ts";
import { parseExact } from "./http-client.ts";
import { CommandError } from "./process-io.ts";

type Place = Pick<Config, "host" | "port">;

/** Who has the port is asked for so long, ms. */
const ASK_WITHIN_MS = 1_000;

/** The failure of a start for whoever ordered it; of a taken port it says whether another sandbox has it. */
export async function startFault(error: unknown, place: Place, wall: WallClock): Promise<CommandError> {
  const version = codeOf(error) === "EADDRINUSE" ? await sandboxAt(place, wall) : undefined;
  if (version === undefined) return new CommandError(startFailure(error, place));
  const { port } = place;
  return new CommandError(
    `port ${port} is taken by another sandbox (version ${version}): use that one, stop it, or take a free port with --port 0`,
  );
}

/** The same of the error alone. */
export function startFailure(error: unknown, { host, port }: Place): string {
  const code = codeOf(error);
  if (code === "EADDRINUSE") return `port ${port} is taken: use --port 0 for a free one, or --port N`;
  if (code === "EACCES")
    return `port ${port} may not be opened by this user: use --port 0 for a free one, or --port N above 1023`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `${host} is no address of this machine: use --host 127.0.0.1, or 0.0.0.0 for all of its addresses`;
  }
  const message =
    error instanceof Problem ? error.detail || error.text : error instanceof Error ? error.message : String(error);
  return escapeControl(
    `the sandbox cannot start: ${withCommandHints(message.split("\n", 1)[0] ?? "")} (--log-level debug tells more)`,
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** The version of the sandbox that has the port; undefined when something else has it, or does not answer in time. */
async function sandboxAt({ host, port }: Place, wall: WallClock): Promise<string | undefined> {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  const late = new AbortController();
  const alarm = wall.after(ASK_WITHIN_MS, () => late.abort());
  try {
    const answer = await fetch(`http://${name}:${port}/healthz`, { redirect: "manual", signal: late.signal });
    const health = parseExact(await answer.text());
    if (!isObject(health) || typeof health["environment"] !== "string") return undefined;
    const { version } = health;
    return typeof version === "string" && /^\d+\.\d+\.\d+[\w.+-]{0,40}$/.test(version) ? version : undefined;
  } catch {
    return undefined;
  } finally {
    alarm.cancel();
  }
}
