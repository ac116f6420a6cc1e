// Loaded into a measured process (`--import`): answers its memory use and event-loop delay over the IPC channel.
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Bytes; delays in ms, since the sample before; `cpuMs` since the start of the process. */
export type Sample = {
  cpuMs: number;
  rss: number;
  /** Resident, without what the collector has freed and the heap keeps for later. */
  live: number;
  heap: number;
  external: number;
  delayP50: number;
  delayP99: number;
  delayMax: number;
};

const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

process.on("message", (request) => {
  const { user, system } = process.cpuUsage();
  const cpuMs = (user + system) / 1_000;
  if (request === "cpu") return void process.send?.({ cpuMs });
  // The histogram holds the gaps between two ticks, which are the resolution in an idle loop.
  const delayMs = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  const delays = {
    delayP50: delayMs(delay.percentile(50)),
    delayP99: delayMs(delay.percentile(99)),
    delayMax: delayMs(delay.max),
  };
  // Measure live memory, without garbage.
  globalThis.gc?.();
  const { rss, heapTotal, heapUsed: heap, external } = process.memoryUsage();
  const live = rss - (heapTotal - heap);
  process.send?.({ cpuMs, rss, live, heap, external, ...delays } satisfies Sample);
  delay.reset();
});
// The channel alone must not keep the process alive.
process.channel?.unref();
