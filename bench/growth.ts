// How a long run grows: many transfers over a virtual month, slice by slice, beside the bare engines with the same blocks.
// `node bench/growth.ts --transfers 100000` prints the curve and ends with 1 when something that must stay flat does not.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Bare } from "./growth-bare.ts";
import { Load } from "./growth-load.ts";
import { cpuOf, filesOf, idler, listeners, PROBE, pagesOf, readMeanwhile, sampleOf } from "./growth-watch.ts";
import { call, startServer } from "./server.ts";
import { percentile } from "./table.ts";

const { values } = parseArgs({
  options: {
    transfers: { type: "string", default: "5000" },
    slices: { type: "string", default: "10" },
    days: { type: "string", default: "30" },
    keep: { type: "string" },
  },
});
const [transfers, slices, days] = [Number(values.transfers), Number(values.slices), Number(values.days)];

/** Memory beside that of the engines which no load explains: caches with a bound, code that is compiled late. */
const MEMORY_ALLOWANCE = 120e6;
const MOST_MEMORY = 1.2;
const MOST_WAL = 64e6;
const MOST_DELAY_MS = 50;
/** Last third of the run against its first: twice the noise of a shared machine. */
const MOST_GROWTH = 1.6;

type Slice = {
  done: number;
  wallMs: number;
  cpuMs: number;
  delayP50: number;
  delayP99: number;
  delayMax: number;
  idlerP99: number;
  /** Processes that wanted a core, in the last minute. */
  wanting: number;
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
const still = idler();
const { admin_url: admin } = server.ready;
const load = await Load.prepare(server);
const heard = await listeners(server);
const idle = await sampleOf(server.child);
await sampleOf(still);

const curve: Slice[] = [];
print("done", [
  "ms each",
  "cpu each",
  "p50",
  "p99",
  "max ms",
  "idler p99",
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
  const [told, quiet, pages] = [await sampleOf(server.child), await sampleOf(still), await pagesOf(server)];
  const files = filesOf(folder);
  const { pending } = await call<{ pending: unknown[] }>(`${admin}/run-until-idle`, { method: "POST", body: {} });
  const slice: Slice = {
    done: number * count,
    ...{ wallMs: (seconds * 1_000) / count, cpuMs },
    ...{
      delayP50: told.delayP50,
      delayP99: told.delayP99,
      delayMax: told.delayMax,
      idlerP99: quiet.delayP99,
      wanting: loadavg()[0] ?? 0,
    },
    ...{ rss: told.rss, heap: told.heap, external: told.external, wal: files.wal, database: files.database },
    ...{ firstPageMs: pages.first, lastPageMs: pages.last, pending: pending.length },
  };
  curve.push(slice);
  print(String(slice.done), [
    ...[slice.wallMs, slice.cpuMs, slice.delayP50, slice.delayP99, slice.delayMax, slice.idlerP99],
    ...[slice.rss, slice.heap, slice.external, slice.wal, slice.database].map((bytes) => bytes / 1e6),
    ...[slice.firstPageMs, slice.lastPageMs, slice.pending],
  ]);
}
console.log(heard.told());
heard.close();
still.kill();
await server.stop();
const bare = JSON.parse(
  execFileSync(process.execPath, ["--expose-gc", join(import.meta.dirname, "growth-bare.ts"), filesOf(folder).path], {
    stdio: ["ignore", "pipe", "inherit"],
  }).toString(),
) as Bare;
const restart = performance.now();
const again = await startServer(["--data", folder]);
const replaySeconds = (performance.now() - restart) / 1_000;
await again.stop();
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });

const last = curve.at(-1) as Slice;
const kept = last.rss - idle.rss;
const bareKept = bare.end - bare.idle;
console.log(
  `bare engines: ${bare.blocks} blocks, ${bare.transactions} transactions, ${(bareKept / 1e6).toFixed(0)} MB`,
);
const ingest = curve.reduce((sum, { wallMs }) => sum + wallMs, 0) / curve.length;
// A process that others push aside is late whatever it does: only slices count in which the machine had room for this run.
const undisturbed = curve.filter(({ wanting }) => wanting <= availableParallelism() + 1);
const alone = undisturbed.length * 3 >= curve.length;
const mostGrowth = alone ? MOST_GROWTH : 2 * MOST_GROWTH;
const verdicts: (readonly [what: string, value: number, most: number])[] = [
  ["memory kept / what the bare engines keep", (kept - MEMORY_ALLOWANCE) / bareKept, MOST_MEMORY],
  ["greatest WAL, MB", Math.max(...curve.map(({ wal }) => wal)) / 1e6, MOST_WAL / 1e6],
  ["CPU time of a transfer, last third / first third", growth(({ cpuMs }) => cpuMs), mostGrowth],
  ["CPU time of the first page, last third / first third", growth(({ firstPageMs }) => firstPageMs), mostGrowth],
  ["CPU time of the last page, last third / first third", growth(({ lastPageMs }) => lastPageMs), mostGrowth],
  // A laptop replays 10,000 blocks in less than 10 s: four times what the bare engines need.
  ["a start with the replay of all of it / the bare engines alone", replaySeconds / (bare.seconds + 5), 4],
  ["things still planned at the end", last.pending, 5],
];
console.log(
  `whole pipeline / bare engines: ${((bare.seconds * 1_000) / bare.transactions / ingest).toFixed(3)} of the speed`,
);
console.log(`replay: ${bare.blocks} blocks in ${replaySeconds.toFixed(1)} s, start included`);
const late = percentile(
  undisturbed.map(({ delayP99, idlerP99 }) => delayP99 - idlerP99),
  0.5,
);
if (alone) verdicts.push(["event-loop delay p99 beyond that of an idle process, ms", late, MOST_DELAY_MS]);
else console.log("event-loop delay: not judged, others used the machine in most of the run");
for (const [what, value, most] of verdicts) {
  const ok = value <= most;
  console.log(`${ok ? "ok    " : "BROKEN"} ${what}: ${value.toFixed(2)} (at most ${most})`);
  if (!ok) process.exitCode = 1;
}

/** Median of the last third over the median of the first, the very first slice aside: it warms up. */
function growth(of: (slice: Slice) => number): number {
  const third = Math.max(1, Math.floor((curve.length - 1) / 3));
  const median = (part: readonly Slice[]): number => percentile(part.map(of), 0.5);
  return median(curve.slice(-third)) / median(curve.slice(1, 1 + third));
}

function print(done: string, cells: readonly (string | number)[]): void {
  const texts = cells.map((cell) => (typeof cell === "string" ? cell : cell.toFixed(cell < 100 ? 1 : 0)));
  console.log([done.padStart(7), ...texts.map((text) => text.padStart(9))].join(" "));
}
