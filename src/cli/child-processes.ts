// Starts other programs: the one place of src that does. A group is a command and all that it started, which ends as one.
import { type ChildProcess, spawn as nodeSpawn, spawnSync } from "node:child_process";
import type { Child, ChildGroup } from "./process-io.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Platform = NodeJS.Platform;

/** On Windows `npm` is `npm.cmd`, which Node alone does not start: the package finds it and quotes its arguments. Loaded nowhere else. */
const spawn = process.platform === "win32" ? (await import("cross-spawn")).default : nodeSpawn;

/** A command with the terminal of this process. */
export function startChild(
  command: string,
  args: readonly string[],
  environment: Environment,
  platform: Platform = process.platform,
): Child {
  const child = spawn(command, args, { env: environment, stdio: "inherit" });
  return {
    ended: new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => resolve({ code, signal }));
    }),
    kill: (signal) => (platform === "win32" ? endTree(child) : void child.kill(signal)),
  };
}

/** @param onOutput gets what the group writes to stdout and stderr, as text, as it comes */
export function startGroup(
  command: string,
  args: readonly string[],
  environment: Environment,
  onOutput: (text: string) => void,
  platform: Platform = process.platform,
): ChildGroup {
  const child = spawn(command, args, { env: environment, stdio: ["ignore", "pipe", "pipe"], ...ownGroup(platform) });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", onOutput);
  return {
    ended: new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) => resolve({ code, signal }));
    }),
    silent: new Promise((resolve) => void child.once("close", () => resolve())),
    kill: (signal) => endGroup(child, signal, platform),
  };
}

/** What a line of the shell prints, in bounded time and length; the group ends with the line. @throws Error where there is no shell */
export function outputOf(
  line: string,
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
  environment: Environment,
  platform: Platform = process.platform,
): Promise<{ code: number | null; out: string }> {
  // A group of its own, so that what the shell started ends with it.
  const child = spawn(line, [], {
    ...{ shell: true, timeout: timeoutMs, env: environment, ...ownGroup(platform) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = (): void => endGroup(child, "SIGKILL", platform);
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on("data", (chunk: Buffer) => {
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

/** A process group of its own. On Windows that would open a window, and `taskkill` finds the processes without it. */
function ownGroup(platform: Platform): { detached: true } | { windowsHide: true } {
  return platform === "win32" ? { windowsHide: true } : { detached: true };
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals, platform: Platform): void {
  try {
    if (platform === "win32") endTree(child);
    else if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

/** Windows has neither groups nor signals: the process and all that it started are ended at once. */
function endTree({ pid }: ChildProcess): void {
  if (pid !== undefined) spawnSync("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore" });
}
