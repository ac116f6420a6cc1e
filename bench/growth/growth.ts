// Growth of memory, CPU time and files over a long run: many transfers in a virtual month, measured slice by slice, compared with
// bare engines that mine the same blocks. `node bench/growth/growth.ts --transfers 100000` prints the curve; exit code 1 when a limit is exceeded.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { percentile } from "../measure/percentile.ts";
import type { Bare } from "./bare.ts";
import { Load } from "./load.ts";
import { call, startServer } from "./server.ts";
import { cpuOf, filesOf, listeners, PROBE, pagesOf, readMeanwhile, sampleOf, startIdleProcess } from "./watch.ts";

const { values } = parseArgs({
  options: {
    transfers: { type: "string", default: "5000" },
    slices: { type: "string", default: "10" },
    days: { type: "string", default: "30" },
    keep: { type: "string" },
  },
});
const [transfers, slices, days] = [Number(values.transfers), Number(values.slices), Number(values.days)];

/** Memory that does not grow with the load: bounded caches, code that is compiled late. Bytes. */
const MEMORY_ALLOWANCE = 120e6;
const MAX_MEMORY_RATIO = 1.2;
const MAX_WAL_BYTES = 64e6;
const MAX_DELAY_MS = 50;
/** Median of the last third of the run over that of the first: twice the noise of a shared machine. */
const MAX_GROWTH = 1.6;

type Slice = {
  done: number;
  wallMs: number;
  cpuMs: number;
  delayP50: number;
  delayP99: number;
  delayMax: number;
  idleProcessP99: number;
  /** The machine's load average of the last minute. */
  loadAverage: number;
  rss: number;
  heap: number;
  external: number;
  wal: number;
  database: number;
  firstPageMs: number;
  lastPageMs: number;
  pending: number;
};

const folder = values.keep ?? mkdtempSync(join(tmpdir(), "growth-"));
const server = await startServer(["--data", folder], PROBE);
const idleProcess = startIdleProcess();
const { admin_url: admin } = server.ready;
const load = await Load.prepare(server);
const counters = await listeners(server);
const idle = await sampleOf(server.child);
await sampleOf(idleProcess);

const curve: Slice[] = [];
print("done", [
  "ms each",
  "cpu each",
  "p50",
  "p99",
  "max ms",
  "idle p99",
  "RSS MB",
  "heap MB",
  "ext MB",
  "WAL MB",
  "db MB",
  "first ms",
  "last ms",
  "pending",
]);
for (let number = 1; number <= slices; number += 1) {
  const count = Math.round(transfers / slices);
  const reading = readMeanwhile(server);
  const before = await cpuOf(server.child);
  const seconds = await load.slice(count);
  const cpuMs = ((await cpuOf(server.child)) - before) / count;
  await call(`${admin}/clock/advance`, { method: "POST", body: { by: `${Math.round((days * 86_400) / slices)}s` } });
  reading.stop();
  const [sample, idleSample, pages] = [
    await sampleOf(server.child),
    await sampleOf(idleProcess),
    await pagesOf(server),
  ];
  const files = filesOf(folder);
  const { pending } = await call<{ pending: unknown[] }>(`${admin}/run-until-idle`, { method: "POST", body: {} });
  const slice: Slice = {
    done: number * count,
    ...{ wallMs: (seconds * 1_000) / count, cpuMs },
    ...{
      delayP50: sample.delayP50,
      delayP99: sample.delayP99,
      delayMax: sample.delayMax,
      idleProcessP99: idleSample.delayP99,
      loadAverage: loadavg()[0] ?? 0,
    },
    ...{ rss: sample.rss, heap: sample.heap, external: sample.external, wal: files.wal, database: files.database },
    ...{ firstPageMs: pages.first, lastPageMs: pages.last, pending: pending.length },
  };
  curve.push(slice);
  print(String(slice.done), [
    ...[slice.wallMs, slice.cpuMs, slice.delayP50, slice.delayP99, slice.delayMax, slice.idleProcessP99],
    ...[slice.rss, slice.heap, slice.external, slice.wal, slice.database].map((bytes) => bytes / 1e6),
    ...[slice.firstPageMs, slice.lastPageMs, slice.pending],
  ]);
}
console.log(counters.summary());
counters.close();
idleProcess.kill();
await server.stop();
const bare = JSON.parse(
  execFileSync(process.execPath, ["--expose-gc", join(import.meta.dirname, "bare.ts"), filesOf(folder).path], {
    stdio: ["ignore", "pipe", "inherit"],
  }).toString(),
) as Bare;
const restart = performance.now();
const again = await startServer(["--data", folder]);
const replaySeconds = (performance.now() - restart) / 1_000;
await again.stop();
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });

const last = curve.at(-1) as Slice;
const growthBytes = last.rss - idle.rss;
const bareGrowthBytes = bare.end - bare.idle;
console.log(
  `bare engines: ${bare.blocks} blocks, ${bare.transactions} transactions, ${(bareGrowthBytes / 1e6).toFixed(0)} MB`,
);
const ingest = curve.reduce((sum, { wallMs }) => sum + wallMs, 0) / curve.length;
// On a busy machine every process is delayed: only slices count during which a core was free for this run.
const undisturbed = curve.filter(({ loadAverage }) => loadAverage <= availableParallelism() + 1);
const judged = undisturbed.length * 3 >= curve.length;
const maxGrowth = judged ? MAX_GROWTH : 2 * MAX_GROWTH;
const verdicts: (readonly [what: string, value: number, limit: number])[] = [
  ["memory growth / that of the bare engines", (growthBytes - MEMORY_ALLOWANCE) / bareGrowthBytes, MAX_MEMORY_RATIO],
  ["greatest WAL, MB", Math.max(...curve.map(({ wal }) => wal)) / 1e6, MAX_WAL_BYTES / 1e6],
  ["CPU time of a transfer, last third / first third", growth(({ cpuMs }) => cpuMs), maxGrowth],
  ["CPU time of the first page, last third / first third", growth(({ firstPageMs }) => firstPageMs), maxGrowth],
  ["CPU time of the last page, last third / first third", growth(({ lastPageMs }) => lastPageMs), maxGrowth],
  // A laptop replays 10,000 blocks in less than 10 s: four times what the bare engines need.
  ["start with replay of all blocks / the bare engines alone", replaySeconds / (bare.seconds + 5), 4],
  ["jobs still pending at the end", last.pending, 5],
];
console.log(
  `whole pipeline / bare engines: ${((bare.seconds * 1_000) / bare.transactions / ingest).toFixed(3)} of the speed`,
);
console.log(`replay: ${bare.blocks} blocks in ${replaySeconds.toFixed(1)} s, start included`);
const delay = percentile(
  undisturbed.map(({ delayP99, idleProcessP99 }) => delayP99 - idleProcessP99),
  0.5,
);
if (judged) verdicts.push(["event-loop delay p99 beyond that of an idle process, ms", delay, MAX_DELAY_MS]);
else console.log("event-loop delay: not judged, others used the machine in most of the run");
for (const [what, value, limit] of verdicts) {
  const ok = value <= limit;
  console.log(`${ok ? "ok    " : "BROKEN"} ${what}: ${value.toFixed(2)} (at most ${limit})`);
  if (!ok) process.exitCode = 1;
}

/** Median of the last third over that of the first third, without the first slice, which warms up. */
function growth(of: (slice: Slice) => number): number {
  const third = Math.max(1, Math.floor((curve.length - 1) / 3));
  const median = (part: readonly Slice[]): number => percentile(part.map(of), 0.5);
  return median(curve.slice(-third)) / median(curve.slice(1, 1 + third));
}

function print(done: string, cells: readonly (string | number)[]): void {
  const texts = cells.map((cell) => (typeof cell === "string" ? cell : cell.toFixed(cell < 100 ? 1 : 0)));
  console.log([done.padStart(7), ...texts.map((text) => text.padStart(9))].join(" "));
}
