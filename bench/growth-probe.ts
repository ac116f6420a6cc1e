// Loaded into a process that is watched (`--import`): tells over its channel what it keeps and how late its loop was.
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Bytes; delays in ms, since the sample before; `cpuMs` since the start of the process. */
export type Sample = {
  cpuMs: number;
  rss: number;
  heap: number;
  external: number;
  delayP50: number;
  delayP99: number;
  delayMax: number;
};

const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

process.on("message", (wanted) => {
  const { user, system } = process.cpuUsage();
  const cpuMs = (user + system) / 1_000;
  if (wanted === "cpu") return void process.send?.({ cpuMs });
  // What is measured are the gaps between two ticks: an idle loop has the resolution.
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  const delays = {
    delayP50: late(delay.percentile(50)),
    delayP99: late(delay.percentile(99)),
    delayMax: late(delay.max),
  };
  // What is kept, not what nobody has swept yet.
  globalThis.gc?.();
  const { rss, heapUsed: heap, external } = process.memoryUsage();
  process.send?.({ cpuMs, rss, heap, external, ...delays } satisfies Sample);
  delay.reset();
});
// A channel alone keeps no process alive.
process.channel?.unref();
