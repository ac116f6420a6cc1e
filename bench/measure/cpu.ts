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

/** What the living threads of a process have used since they began; undefined where there is no /proc, or no such process. */
export function cpuOf(pid: number): Cpu | undefined {
  const threads = listed(`/proc/${pid}/task`);
  if (threads === undefined) return undefined;
  const cpu: Cpu = { main: 0, rest: 0 };
  for (const thread of threads) {
    const text = contentOf(`/proc/${pid}/task/${thread}/schedstat`);
    // A kernel without schedstat has no such file; a thread may end between two reads.
    if (text === undefined) {
      if (Number(thread) === pid) return undefined;
      continue;
    }
    cpu[Number(thread) === pid ? "main" : "rest"] += parseSchedstat(text);
  }
  return cpu;
}

/** As `cpuOf`; living children and their children count as other threads. */
export function cpuOfTree(pid: number): Cpu | undefined {
  const own = cpuOf(pid);
  if (own === undefined) return undefined;
  const children = listed(`/proc/${pid}/task`)?.flatMap((thread) =>
    (contentOf(`/proc/${pid}/task/${thread}/children`) ?? "").trim().split(/\s+/).filter(Boolean),
  );
  const below = (children ?? []).map((child) => cpuOfTree(Number(child)) ?? { main: 0, rest: 0 });
  return { main: own.main, rest: below.reduce((sum, { main, rest }) => sum + main + rest, own.rest) };
}

/** What was used between two readings; undefined when one of them could not be taken. */
export function cpuBetween(before: Cpu | undefined, after: Cpu | undefined): Cpu | undefined {
  if (before === undefined || after === undefined) return undefined;
  // A thread that ended takes its time with it.
  return { main: Math.max(0, after.main - before.main), rest: Math.max(0, after.rest - before.rest) };
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
