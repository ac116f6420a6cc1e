// The hunt of `examples/shop-with-books`: worlds a second beside the bare engine, what a world costs whom, growth, shrinking, and `--quick`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { USUAL_COMPANY } from "../../src/hunt/company.ts";
import type { HuntReport } from "../../src/hunt/report.ts";
import { aCopy } from "../../test/hunt/a-hunt.ts";
import { DepositSigner, STRANGER } from "../load/transfers.ts";
import { percentile } from "../measure/percentile.ts";
import { alternate, bestRate, lowest, type Measured, of, type Subject } from "../measure/rounds.ts";
import type { Finding } from "../report/gates.ts";
import { detailsOf, type Part, type Row } from "../report/report.ts";
import { type Bare, startBare } from "../subjects/bare.ts";
import type { HuntAnswer, HuntQuestion, HuntReading } from "../subjects/hunter.ts";
import { ask, type Started, startProcess } from "../subjects/process.ts";
import type { Version } from "../subjects/versions.ts";
import type { Context } from "./context.ts";

const HUNTER = join(import.meta.dirname, "../subjects/hunter.ts");
const TRANSFERS = 200;
/** Worlds of the growth, and of each part of it that is compared, with `--long`. */
const LONG = { worlds: 2_000, every: 200 };
/** Restarts are the app's own cost, and each new process of it begins to count at nothing. */
const WITHOUT = ["app restarted"];
/** Mistakes whose stories are of different lengths: of webhooks, of reorgs, of payouts. */
const MISTAKES = [
  ["no-dedupe", "webhook deposit.confirmed duplicate"],
  ["credit-on-new", "chain reorg drop at the first block"],
  ["expired-is-paid", "payout rejected while it waits for gas"],
] as const;

export async function benchHunt({ versions, rounds, worlds, long, say }: Context): Promise<Part> {
  const [now] = versions;
  if (now === undefined) throw new Error("there is no version to measure");
  const hunter = await startProcess(
    [process.execPath, "--disable-warning=ExperimentalWarning", HUNTER, now.main],
    /^ready$/,
    {
      ipc: true,
    },
  );
  const bare = await startBare("hardhat");
  try {
    say(`${rounds} × ${HUNTS.length * worlds} worlds of a hunt, and ${TRANSFERS} transfers of the bare engine`);
    const { measured, readings } = await ratesOf(hunter, bare, { rounds, worlds });
    const besideRate = meanRate(measured, "singles, side by side", "pairs, side by side");
    const size = long ? LONG : { worlds: 4 * worlds, every: worlds };
    say(`${size.worlds} worlds in one sandbox`);
    const growth = await growthOf(hunter, size);
    say(`${MISTAKES.length} mistakes, found and shrunk`);
    const shrunk = await shrinksOf(hunter);
    say("a minute of hunt --quick");
    const quick = await quickOf(now);
    const transfers = bestRate(of(measured, "bare, Hardhat's provider"));
    const worldRate = meanRate(measured, "singles", "pairs");
    return {
      findings: {
        hunt: { now: worldRate, ratio: worldRate / transfers, note: NOTE },
        "hunt-beside": { now: besideRate, ratio: besideRate / transfers, note: NOTE },
        "hunt-growth": growth.finding,
        "hunt-shrink": { now: percentile(shrunk, 0.5), note: `worlds of each: ${shrunk.join(", ")}` },
        "hunt-quick": { now: quick.pairs, note: `and ${quick.singles} singles` },
      },
      details: detailsOf("worlds of a hunt, and transfers", "/s", measured),
      rows: [...costRows(readings, worlds), ...growth.rows],
    };
  } finally {
    await hunter.stop();
    await bare.stop();
  }
}

const NOTE = "the ratio is that to transfers of the bare engine";

/** Worlds a second of half singles and half pairs. */
function meanRate(measured: readonly Measured[], singles: string, pairs: string): number {
  return 2_000 / (lowest(of(measured, singles)) + lowest(of(measured, pairs)));
}

async function hunted(hunter: Started, question: HuntQuestion): Promise<HuntAnswer> {
  const answer = await ask<HuntAnswer>(hunter, question);
  if (answer.hindrance !== null) throw new Error(`the hunt could not be judged: ${answer.hindrance}`);
  return answer;
}

/** Singles, pairs and the bare engine in turns. A round begins with the second world of its hunt: starting and plain worlds do not count. */
async function ratesOf(hunter: Started, bare: Bare, { rounds, worlds }: { rounds: number; worlds: number }) {
  const readings: HuntReading[][] = [];
  const signer = new DepositSigner();
  const played = async ({ phase, how, more }: Hunted, measured: Measured): Promise<void> => {
    const { readings: own } = await hunted(hunter, { ...plansOf(phase, worlds + more), ...how, every: worlds + more });
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined || own.length < 2) throw new Error("the hunt has played no worlds");
    if (how.beside === 1) readings.push(own);
    measured.samples.push({ wallMs: (last.wallMs - first.wallMs) / (last.worlds - first.worlds), cpu: undefined });
  };
  const hunts = HUNTS.map((one): { one: Hunted; measured: Measured } => ({
    one,
    measured: { subject: one.name, samples: [] },
  }));
  const engine: Subject = {
    ...{ name: "bare, Hardhat's provider", pid: bare.pid },
    async run(timed, round) {
      await bare.load(await signer.sign(STRANGER, round * TRANSFERS, TRANSFERS));
      await timed(() => bare.mine());
      return TRANSFERS;
    },
  };
  const transfers: Measured = { subject: engine.name, samples: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const { one, measured } of hunts) await played(one, measured);
    const [own] = await alternate([{ ...engine, run: (timed) => engine.run(timed, round) }], 1);
    transfers.samples.push(...(own?.samples ?? []));
  }
  return { measured: [...hunts.map(({ measured }) => measured), transfers], readings };
}

/** `more`: worlds of the first journey, which do not count. */
type Hunted = { name: string; phase: "singles" | "pairs"; how: Pick<HuntQuestion, "beside" | "jobs">; more: number };

const HUNTS: readonly Hunted[] = [
  { name: "singles", phase: "singles", how: { beside: 1 }, more: 1 },
  { name: "pairs", phase: "pairs", how: { beside: 1 }, more: 1 },
  { name: "singles, side by side", phase: "singles", how: {}, more: USUAL_COMPANY },
  { name: "pairs, side by side", phase: "pairs", how: {}, more: USUAL_COMPANY },
  { name: "pairs, side by side, two jobs", phase: "pairs", how: { jobs: 2 }, more: 2 * USUAL_COMPANY },
];

function plansOf(phase: "singles" | "pairs", maxWorlds: number): Omit<HuntQuestion, "every"> {
  return { phases: [phase], maxWorlds, without: WITHOUT, only: [] };
}

/** CPU ms of a world in the round that used the least, by process. */
function costRows(rounds: readonly HuntReading[][], worlds: number): Row[] {
  return (["sandbox", "app", "hunter"] as const).map((who) => {
    const costs = rounds.map((own) => ((own.at(-1)?.[who] ?? Number.NaN) - (own[0]?.[who] ?? Number.NaN)) / worlds);
    return { what: `CPU of the ${who} a world`, value: Math.min(...costs), unit: "ms" };
  });
}

/** The CPU of the sandbox in the last part of many worlds over that of the second: in the first one everything is compiled. */
async function growthOf(
  hunter: Started,
  { worlds, every }: { worlds: number; every: number },
): Promise<{ finding: Finding; rows: Row[] }> {
  const { readings } = await hunted(hunter, { ...plansOf("pairs", worlds), beside: 1, every });
  const parts = readings.slice(1).map((one, at) => (one.sandbox - (readings[at]?.sandbox ?? Number.NaN)) / every);
  const ratio = (parts.at(-1) ?? Number.NaN) / (parts[1] ?? Number.NaN);
  const rows = parts.map((ms, at) => ({
    what: `CPU of the sandbox a world, up to ${(at + 1) * every}`,
    value: ms,
    unit: "ms",
  }));
  return {
    finding: { now: parts.at(-1), before: parts[1], ratio, note: `CPU ms a world, the last ${every} of ${worlds}` },
    rows,
  };
}

async function shrinksOf(hunter: Started): Promise<number[]> {
  const worlds: number[] = [];
  for (const [mistake, trouble] of MISTAKES) {
    const asked = { phases: ["singles"], maxWorlds: 20, only: [trouble], without: [] } as const;
    const { found } = await hunted(hunter, { ...asked, mistake, every: 1_000 });
    worlds.push(...found.slice(0, 1).map((one) => one.worlds));
  }
  return worlds;
}

/** The shipped command for a minute: how many singles and pairs. */
async function quickOf({ main }: Version): Promise<{ singles: number; pairs: number }> {
  const copy = await aCopy({});
  const folder = mkdtempSync(join(tmpdir(), "bench-quick-"));
  try {
    const file = join(copy.folder, "hunt.json");
    writeFileSync(file, JSON.stringify({ ...copy.adapter, ...copy.options }));
    const args = [main, "hunt", "--quick", "--adapter", file, "--report", folder];
    const env = { ...process.env, PORT: String(copy.port) };
    spawnSync(process.execPath, args, { cwd: copy.folder, env, stdio: ["ignore", "ignore", "ignore"] });
    const { worlds, hindrance } = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as HuntReport;
    if (hindrance !== null) throw new Error(`hunt --quick could not be judged: ${hindrance}`);
    return { singles: worlds.singles, pairs: worlds.pairs };
  } finally {
    copy.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
