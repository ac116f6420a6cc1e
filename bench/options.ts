// The options of `npm run bench`.
import { parseArgs } from "node:util";

/** The parts of a run, in their order. */
export const PART_NAMES = [
  ...(["start", "idle", "worlds", "latency", "reads", "contract", "rpc", "deposits"] as const),
  ...(["payouts", "travel", "lists", "hunt", "package", "image"] as const),
] as const;
/** Parts that take minutes and need more than Node: they run when they are named. */
const ONLY_WHEN_NAMED: readonly string[] = ["image"];
export type PartName = (typeof PART_NAMES)[number];

export type Options = {
  before: string | undefined;
  peers: boolean;
  suite: boolean;
  long: boolean;
  build: boolean;
  only: readonly PartName[];
  rounds: number;
  transfers: number;
  samples: number;
  worlds: number;
  json: boolean;
  save: boolean;
  gate: boolean;
};

export const USAGE = `npm run bench -- [part …] [options]
  --before PATH     an earlier version to measure in the same rounds: a built checkout, or a tarball of npm pack
  --peers           beside \`hardhat node\`: Prism and anvil, which npm installs into .cache/bench
  --suite           the CPU time of npm test, here and in the checkout of --before (takes minutes)
  --only A,B        only these parts, as if they were named first: ${PART_NAMES.join(", ")}
                    (image builds and starts it, with Docker or podman, and is no part of a run that names none)
  --long            2,000 worlds in one sandbox of a hunt instead of four times --worlds
  --rounds N        rounds of a throughput measurement (3)
  --transfers N     transfers a round and version (2000, or BENCH_TRANSFERS)
  --samples N       measured webhooks a version (300, or BENCH_SAMPLES)
  --worlds N        worlds of a hunt, a round and phase (100, or BENCH_WORLDS)
  --no-build        measures the dist/ that is there
  --json            prints JSON instead of the table
  --save            writes bench/results/<version>.md
  --gate            exit code 1 when a "must" was missed
`;

/** @throws Error that names the option which is wrong */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      before: { type: "string" },
      peers: { type: "boolean", default: false },
      suite: { type: "boolean", default: false },
      long: { type: "boolean", default: false },
      build: { type: "boolean", default: true },
      only: { type: "string", default: PART_NAMES.filter((name) => !ONLY_WHEN_NAMED.includes(name)).join(",") },
      rounds: { type: "string", default: "3" },
      transfers: { type: "string", default: environment["BENCH_TRANSFERS"] ?? "2000" },
      samples: { type: "string", default: environment["BENCH_SAMPLES"] ?? "300" },
      worlds: { type: "string", default: environment["BENCH_WORLDS"] ?? "100" },
      json: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
      gate: { type: "boolean", default: false },
    },
  });
  const { before, peers, suite, long, build, json, save, gate } = values;
  return {
    ...{ before, peers, suite, long, build, json, save, gate },
    only: (positionals.length > 0 ? positionals : values.only.split(",")).map(partName),
    rounds: count("rounds", values.rounds),
    transfers: count("transfers", values.transfers),
    samples: count("samples", values.samples),
    worlds: count("worlds", values.worlds),
  };
}

function partName(text: string): PartName {
  const found = PART_NAMES.find((name) => name === text);
  if (found === undefined) throw new Error(`--only ${text}: there are ${PART_NAMES.join(", ")}`);
  return found;
}

function count(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} ${text}: a whole number above 0`);
  return Number(text);
}
