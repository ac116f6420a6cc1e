// What a start with the replay of a long journal costs beside the bare engine that mines the same blocks.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DepositLoad } from "../load/deposit-load.ts";
import { DepositSigner } from "../load/transfers.ts";
import { cpuSoFar } from "../measure/cpu.ts";
import { alternate } from "../measure/rounds.ts";
import { startSandboxOf } from "../subjects/sandbox.ts";
import type { Version } from "../subjects/versions.ts";
import type { Bare } from "./bare.ts";
import type { Limit } from "./limit.ts";
import { filesOf } from "./watch.ts";

const SLICE = 2_500;
const ROUNDS = 3;
const MAX_RATIO = 1.15;

type Cost = { wallMs: number; cpuMs: number };

/** Fills a data folder with `blocks` blocks of deposits, and starts on it and on an empty one, the bare engine in turns with both. */
export async function measureReplay(
  version: Version,
  folder: string,
  blocks: number,
  say: (text: string) => void,
): Promise<Limit[]> {
  await fill(version, folder, Math.ceil(blocks / 2), say);
  const [replays, plain, bares]: [Cost[], Cost[], Bare[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    say(`start with the replay of ${blocks} blocks, round ${round + 1} of ${ROUNDS}`);
    replays.push(await startOn(version, folder));
    bares.push(bareReplay(folder));
    const empty = mkdtempSync(join(tmpdir(), "long-life-empty-"));
    plain.push(await startOn(version, empty));
    rmSync(empty, { recursive: true, force: true });
  }
  const least = (costs: readonly Cost[], of: keyof Cost): number => Math.min(...costs.map((cost) => cost[of]));
  const engine = bares.map(({ seconds, cpuMs }) => ({ wallMs: seconds * 1_000, cpuMs }));
  const ratio = (of: keyof Cost): number => (least(replays, of) - least(plain, of)) / least(engine, of);
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  return [
    {
      what: `CPU of a start with the replay of ${bares[0]?.blocks} blocks, without that of an empty start / bare engine`,
      ...{ value: ratio("cpuMs"), limit: MAX_RATIO },
      note: `${seconds(least(replays, "cpuMs"))} s; an empty start ${seconds(least(plain, "cpuMs"))} s, the bare engine ${seconds(least(engine, "cpuMs"))} s; by the clock ${ratio("wallMs").toFixed(2)}`,
    },
  ];
}

async function fill(version: Version, folder: string, deposits: number, say: (text: string) => void): Promise<void> {
  const sandbox = await startSandboxOf(version, ["--data", folder]);
  const load = await DepositLoad.prepare(sandbox);
  const signer = new DepositSigner();
  for (let done = 0; done < deposits; done += SLICE) {
    const count = Math.min(SLICE, deposits - done);
    const run = async (timed: Parameters<DepositLoad["round"]>[0]): Promise<number> =>
      load.round(timed, await signer.sign(load.wallet, done, count), "batches");
    await alternate([{ name: "fill", pid: sandbox.pid, run }], 1);
    say(`${done + count} deposits in the data folder`);
  }
  await load.close();
  await sandbox.stop();
}

/** From starting the command to its ready line. */
async function startOn(version: Version, folder: string): Promise<Cost> {
  const begun = performance.now();
  const sandbox = await startSandboxOf(version, ["--data", folder]);
  const wallMs = performance.now() - begun;
  const cpu = cpuSoFar(sandbox.pid);
  await sandbox.stop();
  return { wallMs, cpuMs: cpu === undefined ? Number.NaN : cpu.main + cpu.rest };
}

function bareReplay(folder: string): Bare {
  const file = join(import.meta.dirname, "bare.ts");
  const { stdout, status } = spawnSync(process.execPath, ["--expose-gc", file, filesOf(folder).path], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`the bare replay ended with ${status}`);
  return JSON.parse(stdout) as Bare;
}
