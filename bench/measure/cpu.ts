// The CPU time that a process has used, its main thread and its other threads apart. Unlike wall time it hardly depends on other processes.
import { readdirSync, readFileSync } from "node:fs";

/** CPU ms: of the main thread (JavaScript), and of all others (engine, thread pool, garbage collector, compiler). */
export type Cpu = { main: number; rest: number };

/** The CPU ms in the text of a `schedstat` file: nanoseconds run, nanoseconds waited, slices. @throws Error for another text */
export function parseSchedstat(text: string): number {
  const [run] = text.trim().split(/\s+/);
  if (run === undefined || !/^\d+$/.test(run)) throw new Error(`no schedstat: ${text}`);
  return Number(run) / 1e6;
}

/** CPU ms of each living thread of a process since it began, by its id. */
export type Reading = { pid: number; threads: ReadonlyMap<string, number> };

/** The threads of a process and, among the other threads, those of its children; undefined without /proc, or without such a process. */
export function readCpu(pid: number): Reading | undefined {
  const threads = new Map<string, number>();
  for (const thread of listed(`/proc/${pid}/task`) ?? []) {
    const text = contentOf(`/proc/${pid}/task/${thread}/schedstat`);
    // A thread may end between two reads.
    if (text !== undefined) threads.set(thread, parseSchedstat(text));
    for (const child of (contentOf(`/proc/${pid}/task/${thread}/children`) ?? "").split(/\s+/).filter(Boolean))
      for (const [id, ms] of readCpu(Number(child))?.threads ?? []) threads.set(id, ms);
  }
  // A kernel without schedstat has the threads, but not their times.
  return threads.has(String(pid)) ? { pid, threads } : undefined;
}

/** What was used between two readings; undefined when one of them could not be taken. What a thread that ended used since is lost. */
export function cpuBetween(before: Reading | undefined, after: Reading | undefined): Cpu | undefined {
  if (before === undefined || after === undefined) return undefined;
  const cpu: Cpu = { main: 0, rest: 0 };
  for (const [thread, ms] of after.threads)
    cpu[thread === String(after.pid) ? "main" : "rest"] += ms - (before.threads.get(thread) ?? 0);
  return cpu;
}

/** All that a process has used so far; undefined where the system does not say. */
export function cpuSoFar(pid: number): Cpu | undefined {
  return cpuBetween({ pid, threads: new Map() }, readCpu(pid));
}

function listed(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
