// Deposits through the whole pipeline beside the bare engine: in batches, and over several connections at once.
import { DepositLoad, type Way } from "../load/deposit-load.ts";
import { DepositSigner, SENDERS } from "../load/transfers.ts";
import { rssMegabytes } from "../measure/memory.ts";
import { alternate, bestRate, type Measured, of, type Subject } from "../measure/rounds.ts";
import type { Finding } from "../report/gates.ts";
import { cpuMs, detailsOf, type Part, rateFinding, timeFinding } from "../report/report.ts";
import { type Bare, startBare } from "../subjects/bare.ts";
import { type Sandbox, withSandboxes } from "../subjects/sandbox.ts";
import type { Context } from "./context.ts";

/**
 * The ratio of the gates is that to the bare engine through Hardhat's provider (`send`, `mine`, `mine`), as it was measured when the
 * gates were set. The engine asked in one crossing, as the sandbox asks it today, stands beside it.
 */
const HARDHAT = "bare, Hardhat's provider";
const DIRECT = "bare, one crossing";

export async function benchDeposits(context: Context): Promise<Part> {
  const bares = new Map([
    [HARDHAT, await startBare("hardhat")],
    [DIRECT, await startBare("direct")],
  ]);
  try {
    const run = async (sandboxes: readonly Sandbox[]): Promise<Part> => {
      const loads = [];
      for (const sandbox of sandboxes) loads.push(await DepositLoad.prepare(sandbox));
      const part = await measure(context, bares, loads);
      for (const load of loads) await load.close();
      return part;
    };
    return await withSandboxes(context.versions, run, { probed: true });
  } finally {
    for (const bare of bares.values()) await bare.stop();
  }
}

async function measure(
  { rounds, transfers, say }: Context,
  bares: ReadonlyMap<string, Bare>,
  loads: readonly DepositLoad[],
): Promise<Part> {
  const signer = new DepositSigner();
  const memory: Memory = new Map();
  const megabytes = async (subject: string): Promise<number> => {
    const load = loads.find(({ sandbox }) => sandbox.name === subject);
    return load === undefined ? rssMegabytes(bares.get(subject)?.pid ?? 0) : load.sandbox.liveMegabytes();
  };
  const run = async (way: Way, first: number): Promise<Measured[]> => {
    say(`${rounds} × ${transfers} deposits, ${way}`);
    const at = (round: number): number => first + round * transfers;
    const subjects = [...bares].map(([name, bare]): Subject => {
      return {
        ...{ name, pid: bare.pid },
        async run(timed, round) {
          await bare.load(await signer.sign(loads[0]?.wallet ?? "0x", at(round), transfers));
          await timed(() => bare.mine());
          return transfers;
        },
      };
    });
    const pipelines = loads.map((load): Subject => {
      const { name, pid } = load.sandbox;
      const run: Subject["run"] = async (timed, round) =>
        load.round(timed, await signer.sign(load.wallet, at(round), transfers), way);
      return { name, pid, run };
    });
    return alternate(watched([...subjects, ...pipelines], megabytes, memory), rounds);
  };
  const batch = await run("batches", 0);
  const shared = await run("connections", rounds * transfers);
  const growth = (subject: string): number | undefined => growthOf(memory.get(subject) ?? [], transfers);
  return {
    findings: {
      deposits: withDirect(rateFinding(batch, HARDHAT), batch),
      shared: withDirect(rateFinding(shared, HARDHAT), shared),
      "deposit-cpu": timeFinding(batch, cpuMs),
      growth: { now: growth("now"), before: growth("before"), note: floorNote(growth(HARDHAT), growth(DIRECT)) },
    },
    details: [
      ...detailsOf("deposits in batches", "/s", batch),
      ...detailsOf(`deposits over ${SENDERS} connections`, "/s", shared),
    ],
    rows: [],
  };
}

/** MB of each subject after each of its rounds. */
type Memory = Map<string, number[]>;

/** The subjects, whose memory is read after each of their rounds: that takes no part in what is timed. */
function watched(
  subjects: readonly Subject[],
  megabytes: (subject: string) => Promise<number>,
  memory: Memory,
): Subject[] {
  return subjects.map((subject): Subject => {
    const run: Subject["run"] = async (timed, round) => {
      const units = await subject.run(timed, round);
      const own = memory.get(subject.name) ?? [];
      memory.set(subject.name, [...own, await megabytes(subject.name)]);
      return units;
    };
    return { ...subject, run };
  });
}

/** MB a 1,000 transfers since the end of the first round, in which the process warms up; undefined for one round. */
function growthOf(memory: readonly number[], transfers: number): number | undefined {
  const [first, last] = [memory[0], memory.at(-1)];
  if (first === undefined || last === undefined || memory.length < 2) return undefined;
  return ((last - first) * 1_000) / (transfers * (memory.length - 1));
}

function floorNote(hardhat: number | undefined, direct: number | undefined): string | undefined {
  if (hardhat === undefined || direct === undefined) return "one round alone shows no growth";
  return `garbage collected, the database in memory; the bare engine ${hardhat.toFixed(1)} through Hardhat's provider, ${direct.toFixed(1)} in one crossing`;
}

/** Adds the ratio to the other bare engine. */
function withDirect(finding: Finding, measured: readonly Measured[]): Finding {
  const direct = (finding.now ?? Number.NaN) / bestRate(of(measured, DIRECT));
  return { ...finding, note: `to the engine in one crossing ${direct.toFixed(3)}` };
}
