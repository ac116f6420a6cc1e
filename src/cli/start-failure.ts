// Why a sandbox cannot start, as one line with the next step.
import type { Config } from "../config/options.ts";
import { escapeControl } from "../kernel/escape-control.ts";
import { isObject } from "../kernel/is-object.ts";
import { Problem } from "../kernel/problem.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import { withCommandHints } from "./command-hints.ts";
import { parseExact } from "./http-client.ts";
import { CommandError } from "./process-io.ts";

type Address = Pick<Config, "host" | "port">;

/** Timeout of the question which program has the port, ms. */
const PROBE_TIMEOUT_MS = 1_000;

/** The error of a failed start; for a port that is in use it says whether another sandbox has it. */
export async function startFault(error: unknown, address: Address, wall: WallClock): Promise<CommandError> {
  const version = codeOf(error) === "EADDRINUSE" ? await sandboxAt(address, wall) : undefined;
  if (version === undefined) return new CommandError(startFailure(error, address));
  const { port } = address;
  return new CommandError(
    `port ${port} is taken by another sandbox (version ${version}): use that one, stop it, or take a free port with --port 0`,
  );
}

/** The same without asking who has the port. */
export function startFailure(error: unknown, { host, port }: Address): string {
  const code = codeOf(error);
  if (code === "EADDRINUSE") return `port ${port} is taken: use --port 0 for a free one, or --port N`;
  if (code === "EACCES")
    return `this user may not open port ${port}: use --port 0 for a free one, or --port N above 1023`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `${host} is not an address of this machine: use --host 127.0.0.1, or 0.0.0.0 for all of them`;
  }
  // Its message ends with the command to run.
  if (code === "ENGINE_BINARY_MISSING" && error instanceof Error) return escapeControl(error.message);
  const message =
    error instanceof Problem ? error.detail || error.text : error instanceof Error ? error.message : String(error);
  return escapeControl(
    `the sandbox cannot start: ${withCommandHints(message.split("\n", 1)[0] ?? "")} (--log-level debug shows more)`,
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Version of the sandbox that has the port; undefined for another program, or without an answer in time. */
async function sandboxAt({ host, port }: Address, wall: WallClock): Promise<string | undefined> {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  const timeout = new AbortController();
  const timer = wall.after(PROBE_TIMEOUT_MS, () => timeout.abort());
  try {
    const answer = await fetch(`http://${name}:${port}/healthz`, { redirect: "manual", signal: timeout.signal });
    const health = parseExact(await answer.text());
    if (!isObject(health) || typeof health["environment"] !== "string") return undefined;
    const { version } = health;
    return typeof version === "string" && /^\d+\.\d+\.\d+[\w.+-]{0,40}$/.test(version) ? version : undefined;
  } catch {
    return undefined;
  } finally {
    timer.cancel();
  }
}
