// CPU time and memory of deposits in a long life: an old sandbox beside a young one, in turns, so that the machine is the same for both.
import { DepositLoad } from "../load/deposit-load.ts";
import { DepositSigner } from "../load/transfers.ts";
import { rssMegabytes } from "../measure/memory.ts";
import { alternate, of, type Subject } from "../measure/rounds.ts";
import { cpuMs, detailsOf } from "../report/report.ts";
import { detailTable } from "../report/table.ts";
import { type Bare, startBare } from "../subjects/bare.ts";
import { type Sandbox, startSandboxOf } from "../subjects/sandbox.ts";
import type { Version } from "../subjects/versions.ts";
import type { Limit } from "./limit.ts";

const SLICES = 20;
const ROUNDS = 8;
/** Deposits a round: all rounds of the young one are among its first 10,000. */
const YOUNG_DEPOSITS = 10_000;
const MAX_CPU_RATIO = 1.2;
const MAX_MEGABYTES = 30;

type Life = { sandbox: Sandbox; deposits: DepositLoad; bare: Bare; signer: DepositSigner; done: number };

/** Ages a sandbox and a bare engine by `count` deposits, then measures both beside young ones. */
export async function measureDeposits(version: Version, count: number, say: (text: string) => void): Promise<Limit[]> {
  const old = await begin(version);
  const slice = Math.ceil(count / SLICES);
  const memory: { sandbox: number; bare: number }[] = [];
  for (let number = 1; number <= SLICES; number += 1) {
    const [own, engine] = await alternate([sandboxSubject("old", old, slice), bareSubject("bare", old, slice)], 1);
    old.done += slice;
    memory.push({ sandbox: await old.sandbox.liveMegabytes(), bare: rssMegabytes(old.bare.pid) });
    const cpu = [own, engine].map((one) => (one && cpuMs(one))?.toFixed(3));
    const rss = [memory.at(-1)?.sandbox, memory.at(-1)?.bare].map((megabytes) => megabytes?.toFixed(0));
    say(`${old.done} deposits: CPU ${cpu[0]} ms, bare ${cpu[1]}; live RSS ${rss[0]} MB, bare ${rss[1]}`);
  }
  const [first, last] = [memory[0], memory.at(-1)];
  const perThousand = (of: "sandbox" | "bare"): number =>
    (((last?.[of] ?? 0) - (first?.[of] ?? 0)) * 1_000) / (slice * (SLICES - 1));
  const growth = { own: perThousand("sandbox"), engine: perThousand("bare") };
  const database = (await databaseMegabytes(old.sandbox)) / (old.done / 1_000);
  const cpu = await besideYoung(version, old, say);
  await end(old);
  return [
    ...cpu,
    {
      what: "RSS of 1,000 deposits in memory, garbage collected, MB",
      ...{ value: growth.own, limit: MAX_MEGABYTES },
      note: `${growth.engine.toFixed(1)} MB of the bare engine with the same blocks, ${database.toFixed(1)} MB of the database`,
    },
  ];
}

async function besideYoung(version: Version, old: Life, say: (text: string) => void): Promise<Limit[]> {
  const young = await begin(version);
  const each = Math.floor(Math.min(YOUNG_DEPOSITS, old.done) / ROUNDS);
  say(`${ROUNDS} × ${each} deposits, the old one and a young one in turns`);
  const lives = [
    ["old", old],
    ["young", young],
  ] as const;
  const subjects = lives.flatMap(([name, life]) => [
    sandboxSubject(name, life, each),
    bareSubject(`${name}, bare engine`, life, each),
  ]);
  // The subjects of a life send the same transfers: the count moves on when both have.
  const counted = subjects.map((subject, index): Subject => {
    const life = index < 2 ? old : young;
    const run: Subject["run"] = async (timed, round) => {
      const units = await subject.run(timed, round);
      if (index % 2 === 1) life.done += each;
      return units;
    };
    return { ...subject, run };
  });
  const measured = await alternate(counted, ROUNDS);
  await end(young);
  console.log(`${detailTable(detailsOf("deposits in batches", "/s", measured))}\n`);
  const ratio = (suffix: string): number =>
    (cpuMs(of(measured, `old${suffix}`)) ?? Number.NaN) / (cpuMs(of(measured, `young${suffix}`)) ?? Number.NaN);
  return [
    {
      what: `CPU of a deposit after ${old.done - ROUNDS * each} deposits / in the first ${young.done}`,
      ...{ value: ratio(""), limit: MAX_CPU_RATIO },
      note: `the bare engine alone: ${ratio(", bare engine").toFixed(2)}`,
    },
  ];
}

async function begin(version: Version): Promise<Life> {
  const sandbox = await startSandboxOf(version, [], {}, true);
  const deposits = await DepositLoad.prepare(sandbox);
  return { sandbox, deposits, bare: await startBare("direct"), signer: new DepositSigner(), done: 0 };
}

async function end({ sandbox, deposits, bare }: Life): Promise<void> {
  await deposits.close();
  await sandbox.stop();
  await bare.stop();
}

/** MB of the world's database, which is in memory too. */
async function databaseMegabytes({ ready }: Sandbox): Promise<number> {
  const text = await (await fetch(`${ready.url}/metrics`)).text();
  return Number(/^sandbox_database_bytes\{file="database"\} (\d+)$/m.exec(text)?.[1]) / 1e6;
}

function sandboxSubject(name: string, life: Life, count: number): Subject {
  const run: Subject["run"] = async (timed) =>
    life.deposits.round(timed, await life.signer.sign(life.deposits.wallet, life.done, count), "batches");
  return { name, pid: life.sandbox.pid, run };
}

function bareSubject(name: string, life: Life, count: number): Subject {
  const run: Subject["run"] = async (timed) => {
    await life.bare.load(await life.signer.sign(life.deposits.wallet, life.done, count));
    await timed(() => life.bare.mine());
    return count;
  };
  return { name, pid: life.bare.pid, run };
}
