// A hunt in a process of its own, with the sandbox and the app as two more: `node bench/subjects/hunter.ts MAIN` hunts as it is told over the
// IPC channel. The app is a copy of `examples/shop-with-books`; what the three use is told apart by their process ids.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../src/cli/hunt/free-port.ts";
import type { HuntHost } from "../../src/hunt/host.ts";
import { hunt } from "../../src/hunt/hunt.ts";
import type { HuntOptions } from "../../src/hunt/options.ts";
import { required } from "../../src/kernel/assert.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import type { ReadyInfo } from "../../src/runtime/ready-info.ts";
import { aCopy, processes } from "../../test/hunt/a-hunt.ts";
import { cpuSoFar } from "../measure/cpu.ts";
import { type Started, startProcess } from "./process.ts";

export type HuntQuestion = Pick<HuntOptions, "phases" | "maxWorlds" | "without" | "only" | "beside" | "jobs"> & {
  /** The name of a mistake of the shop; none: the correct one. */
  readonly mistake?: string;
  /** Worlds between two readings of what was used. */
  readonly every: number;
};

/** Wall ms, and CPU ms of each process, after so many planned worlds. */
export type HuntReading = { worlds: number; wallMs: number; sandbox: number; app: number; hunter: number };
export type HuntAnswer = {
  readings: HuntReading[];
  hindrance: string | null;
  found: { rule: string; worlds: number }[];
};

const main = required(process.argv[2], "the command to measure");

/** Wall ms between two worlds that ended together. */
const SAME_MOMENT_MS = 5;

async function answerTo({ mistake, every, ...asked }: HuntQuestion): Promise<HuntAnswer> {
  const copy = await aCopy(mistake === undefined ? {} : { mistake });
  let sandboxPid = 0;
  const readings: HuntReading[] = [];
  const host: HuntHost = {
    ...{ wall: systemClock, version: "bench", signal: new AbortController().signal, progress: () => {} },
    processes: processes({ PORT: String(copy.port) }),
    freePort,
    freshSeed: () => Number(process.hrtime.bigint() % 1_000_000_000n),
    temporaryFolder: () => mkdtempSync(join(tmpdir(), "bench-hunt-")),
    removeFolder: (path) => rmSync(path, { recursive: true, force: true }),
    async startSandbox({ seed, webhook }) {
      const started = await startSandbox(seed, webhook);
      sandboxPid = started.pid;
      return handOver(started);
    },
  };
  const onWorld = (worlds: number): void => {
    // Worlds side by side end together: the first reading is behind all that ended with the first one.
    const isBegin = readings.length === 1 && performance.now() - (readings[0]?.wallMs ?? 0) < SAME_MOMENT_MS;
    if (isBegin) readings.length = 0;
    if (worlds % every !== 0 && worlds !== 1 && !isBegin) return;
    const { user, system } = process.cpuUsage();
    const [sandbox, hunter] = [used(sandboxPid), (user + system) / 1_000];
    // The children of this process are the sandbox and the app.
    readings.push({ worlds, wallMs: performance.now(), sandbox, hunter, app: used(process.pid) - sandbox - hunter });
  };
  try {
    const base = { adapter: copy.adapter, seed: 1, budgetMs: 900_000, most: 1, settleMs: 500, deep: false };
    const { hindrance, findings } = await hunt({ ...base, ...asked, onWorld }, host);
    return { readings, hindrance, found: findings.map(({ rule, worlds }) => ({ rule, worlds })) };
  } finally {
    copy.remove();
  }
}

/** CPU ms of a process and its children. */
function used(pid: number): number {
  const cpu = cpuSoFar(pid);
  return cpu === undefined ? Number.NaN : cpu.main + cpu.rest;
}

function startSandbox(seed: number, webhook: string | null): Promise<Started> {
  const flags = ["--port", "0", "--json", "--clock", "frozen", "--seed", String(seed), "--tier", "enterprise"];
  const words = [
    process.execPath,
    main,
    "start",
    ...flags,
    ...(webhook === null ? [] : ["--webhook", webhook]),
  ] as const;
  return startProcess([...words, "--log-level", "error"], /^\{/);
}

function handOver({ line, stop }: Started): Awaited<ReturnType<HuntHost["startSandbox"]>> {
  const ready = JSON.parse(line) as ReadyInfo;
  const { url, api_key: apiKey, tenant_id: tenantId, vault_id: vaultId, webhook_secret: webhookSecret } = ready;
  const environment = {
    ...{ SANDBOX_API_BASE_URL: ready.api_base_url, SANDBOX_API_KEY: apiKey },
    ...{ SANDBOX_VAULT_ID: vaultId, SANDBOX_WEBHOOK_SECRET: webhookSecret },
  };
  return { ...{ url, adminToken: null, apiKey, tenantId, vaultId, webhookSecret }, environment, close: stop };
}

process.on("message", async (question: HuntQuestion) => {
  try {
    process.send?.(await answerTo(question));
  } catch (error) {
    process.send?.({ readings: [], hindrance: String(error), found: [] } satisfies HuntAnswer);
  }
});
process.stdout.write("ready\n");
