// Starts the processes that a run measures, waits for the line that says they are ready, and stops them.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { required } from "../../src/kernel/assert.ts";

export type Started = { child: ChildProcess; pid: number; line: string; stop(): Promise<void> };

/** `patienceMs`: how long it may take until it is ready; for ever without it, since a replay is as long as its journal. */
type Options = { cwd?: string; env?: NodeJS.ProcessEnv; ipc?: boolean; patienceMs?: number };

const running = new Set<ChildProcess>();
// A run that fails leaves nothing behind.
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
// Nor does one that is stopped: a signal alone would end this process without the line above.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

/** Starts a program and resolves with the first line of its output that matches. @throws Error when it ends before, or is late */
export async function startProcess(
  [command, ...args]: readonly [string, ...string[]],
  ready: RegExp,
  { cwd, env, ipc = false, patienceMs }: Options = {},
): Promise<Started> {
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "inherit", ...(ipc ? ["ipc" as const] : [])],
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, HARDHAT_DISABLE_TELEMETRY: "true", ...env },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(late);
  };
  const lines = createInterface({ input: required(child.stdout, "the output of the program") });
  const words = [command, ...args].join(" ");
  let late: NodeJS.Timeout | undefined;
  const line = await new Promise<string>((resolve, reject) => {
    lines.on("line", (text) => ready.test(text) && resolve(text));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${words} ended with ${code}`)));
    const giveUp = (): void => {
      child.kill("SIGKILL");
      reject(new Error(`${words} was not ready after ${Number(patienceMs) / 1_000} s`));
    };
    if (patienceMs !== undefined) late = setTimeout(giveUp, patienceMs);
  }).finally(() => clearTimeout(late));
  return { child, pid: required(child.pid, "a process id"), line, stop };
}

/** Sends a message over the IPC channel and resolves with the next one that arrives. @throws Error when the process ends instead */
export async function ask<T>({ child }: Started, question: unknown): Promise<T> {
  const ended = new AbortController();
  const end = (): void => ended.abort(new Error("the process has ended"));
  child.once("exit", end);
  const answer = once(child, "message", { signal: ended.signal });
  child.send(question as object);
  const [message] = (await answer) as [T];
  child.off("exit", end);
  return message;
}
