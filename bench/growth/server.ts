// Runs the shipped command as a child process for the benchmarks, and calls its HTTP interfaces.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { required } from "../../src/kernel/assert.ts";
import type { ReadyInfo } from "../../src/runtime/ready-info.ts";

export type BenchServer = {
  ready: ReadyInfo;
  /** The process; it has an IPC channel when it was started with a probe. */
  child: ChildProcess;
  rssMegabytes(): number;
  stop(): Promise<void>;
};

const MAIN = join(import.meta.dirname, "../../src/main.ts");

/** Starts `start --port 0 --json` and resolves with the ready line; `node`: options of the Node process. */
export async function startServer(flags: readonly string[] = [], node: readonly string[] = []): Promise<BenchServer> {
  const child = spawn(process.execPath, [...node, MAIN, "start", "--port", "0", "--json", ...flags], {
    stdio: node.length > 0 ? ["ignore", "pipe", "inherit", "ipc"] : ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: required(child.stdout, "the output of the command") });
  const [line] = (await once(lines, "line")) as [string];
  const ready = JSON.parse(line) as ReadyInfo;
  return {
    ready,
    child,
    rssMegabytes: () => Number(execFileSync("ps", ["-o", "rss=", "-p", String(ready.pid)]).toString()) / 1024,
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

/** Calls the service or the control API. @throws Error for a status other than 2xx */
export async function call<T>(
  url: string,
  options: { method?: string; body?: unknown; key?: string } = {},
): Promise<T> {
  const response = await fetch(url, {
    method: options.method ?? "GET",
    headers: {
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      ...(options.key === undefined ? {} : { "x-api-key": options.key }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const json = (await response.json()) as { data: T };
  if (!response.ok) throw new Error(`${url}: ${response.status} ${JSON.stringify(json)}`);
  return json.data;
}
