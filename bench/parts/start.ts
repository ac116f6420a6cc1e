// From starting a program to its first answer with 200, and the memory of the idle sandbox.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuSoFar } from "../measure/cpu.ts";
import { pssMegabytes, rssMegabytes } from "../measure/memory.ts";
import { lowest, type Measured, of, reasonOf } from "../measure/rounds.ts";
import { detailsOf, type Part, type Row, timeFinding } from "../report/report.ts";
import { startSandboxOf } from "../subjects/sandbox.ts";
import type { Version } from "../subjects/versions.ts";
import type { Context } from "./context.ts";

const TIMES = 5;
const IDLE_MS = 2_000;

/** Something that has answered its first request with 200. */
type Ready = { pid: number; stop(): Promise<void> };
/** A peer that fails is said to, and the others are measured. */
type Starter = { start(): Promise<Ready>; isPeer: boolean };

export async function benchStart({ versions, nodes, prism, prismNote, say }: Context): Promise<Part> {
  const starters = new Map<string, Starter>();
  for (const version of versions) starters.set(version.name, { start: () => startToFirst200(version), isPeer: false });
  const [now] = versions;
  if (now !== undefined) starters.set("now, cold compile cache", { start: () => startCold(now), isPeer: false });
  for (const { name, start } of [...nodes, ...(prism === undefined ? [] : [prism])])
    starters.set(name, { start, isPeer: true });
  say(`start to first 200 of ${[...starters.keys()].join(", ")}, ${TIMES} times`);
  const measured = [...starters.keys()].map((subject): Measured => ({ subject, samples: [] }));
  // The first time a peer may prepare itself, and does not count.
  for (let time = -1; time < TIMES; time += 1)
    for (const [name, starter] of starters) {
      const own = of(measured, name);
      if (own.failed === undefined && (time >= 0 || starter.isPeer)) await startOnce(own, starter, time >= 0);
    }
  const hardhat = timeFinding(measured, lowest, "hardhat");
  const withPrism = timeFinding(measured, lowest, "prism");
  return {
    findings: {
      "start-hardhat": hardhat,
      "start-prism": prismNote === "" ? withPrism : { ...withPrism, note: prismNote },
    },
    details: detailsOf("start to first 200", "ms", measured),
    rows: [],
  };
}

async function startOnce(measured: Measured, { start, isPeer }: Starter, counts: boolean): Promise<void> {
  try {
    const begun = performance.now();
    const ready = await start();
    const sample = { wallMs: performance.now() - begun, cpu: cpuSoFar(ready.pid) };
    await ready.stop();
    if (counts) measured.samples.push(sample);
  } catch (error) {
    if (!isPeer) throw error;
    measured.failed = reasonOf(error);
  }
}

/** The memory of the shipped command 2 s after it was ready, without a request; the lowest of three starts. */
export async function benchIdle({ versions, say }: Context): Promise<Part> {
  say("memory of the idle sandbox");
  const found = new Map<string, number>();
  const rows: Row[] = [];
  for (const version of versions) {
    const rss: number[] = [];
    const pss: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const sandbox = await startSandboxOf(version);
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
      rss.push(rssMegabytes(sandbox.pid));
      pss.push(pssMegabytes(sandbox.pid) ?? Number.NaN);
      await sandbox.stop();
    }
    found.set(version.name, Math.min(...rss));
    rows.push({ what: `memory 2 s after the start, PSS, ${version.name}`, value: Math.min(...pss), unit: "MB" });
  }
  return { findings: { idle: { now: found.get("now"), before: found.get("before") } }, details: [], rows };
}

async function startToFirst200(version: Version, env?: NodeJS.ProcessEnv): Promise<Ready> {
  const sandbox = await startSandboxOf(version, [], env);
  await sandbox.get("/vault");
  return sandbox;
}

/** Without the compiled code that Node keeps from earlier starts. */
async function startCold(version: Version): Promise<Ready> {
  const cache = mkdtempSync(join(tmpdir(), "bench-cache-"));
  const { pid, stop } = await startToFirst200(version, { NODE_COMPILE_CACHE: cache });
  const end = async (): Promise<void> => {
    await stop();
    rmSync(cache, { recursive: true, force: true });
  };
  return { pid, stop: end };
}
