// Starts other programs: the one place of src that does. A group is a command and all that it started, which ends as one.
import { spawn } from "node:child_process";
import type { Child, ChildGroup } from "./process-io.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A command with the terminal of this process. */
export function startChild(command: string, args: readonly string[], environment: Environment): Child {
  const child = spawn(command, args, { env: environment, stdio: "inherit" });
  return {
    ended: new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => resolve({ code, signal }));
    }),
    kill: (signal) => void child.kill(signal),
  };
}

/** @param onOutput gets what the group writes to stdout and stderr, as text, as it comes */
export function startGroup(
  command: string,
  args: readonly string[],
  environment: Environment,
  onOutput: (text: string) => void,
): ChildGroup {
  const child = spawn(command, args, { env: environment, stdio: ["ignore", "pipe", "pipe"], detached: true });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", onOutput);
  return {
    ended: new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) => resolve({ code, signal }));
    }),
    silent: new Promise((resolve) => void child.once("close", () => resolve())),
    kill: (signal) => endGroup(child, signal),
  };
}

/** What a line of the shell prints, in bounded time and length; the group ends with the line. */
export function outputOf(
  line: string,
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
  environment: Environment,
): Promise<{ code: number | null; out: string }> {
  // A group of its own, so that what the shell started ends with it.
  const child = spawn(line, {
    ...{ shell: true, detached: true, timeout: timeoutMs, env: environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = (): void => endGroup(child, "SIGKILL");
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) end();
    else chunks.push(chunk);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", end);
    child.once("close", (code) =>
      resolve({ code: bytes > maxBytes ? null : code, out: Buffer.concat(chunks).toString() }),
    );
  });
}

function endGroup({ pid }: { pid?: number | undefined }, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}
