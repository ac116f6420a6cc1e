// The plan of a seed: networks, memory or data folder, the selected operations and faults, and the steps.
import { diceOf } from "../../src/simulation/dice.ts";
import { half, swarmMenu } from "../../src/simulation/menu.ts";
import { FAULT_FAMILIES } from "./operations/faults.ts";
import { OPERATIONS } from "./operations/operation-table.ts";

/** One operation and the seed of its own random numbers, so that it stays the same when other steps are left out. */
export type Step = { name: string; seed: number };

export type Plan = {
  seed: number;
  networks: readonly string[];
  /** The sandbox has a data folder, so that it can be restarted. */
  durable: boolean;
  /**
   * Some races depend on the machine: one request follows the other after a number of event-loop turns. Such a run
   * does not give the same trace every time.
   */
  loose: boolean;
  mining: Record<string, string>;
  confirmations: Record<string, number>;
  faults: readonly string[];
  steps: readonly Step[];
};

/** Few chains for each plan: settlements need two, and every chain costs time. */
const WORLDS = [
  ["ethereum", "polygon"],
  ["bsc", "base"],
  ["arbitrum", "polygon", "base"],
  ["ethereum", "bsc"],
] as const;

/** One seed in this many uses a data folder and restarts. */
const DURABLE_EVERY = 8;

/** One seed in this many lets the machine decide races. */
const LOOSE_EVERY = 4;

/** The plan of a seed with this number of steps; the same seed always gives the same plan. */
export function planOf(seed: number, steps: number): Plan {
  const dice = diceOf(seed);
  const networks = WORLDS[dice.upTo(WORLDS.length)] ?? WORLDS[0];
  const durable = seed % DURABLE_EVERY === 0;
  const mining = networks.map((network) => [network, dice.of(["instant", "instant", "interval", "manual"])]);
  const confirmations = networks.map((network) => [network, 1 + dice.upTo(3)]);
  const possible = OPERATIONS.filter(({ needs }) => needs !== "folder" || durable);
  const menu = swarmMenu(possible, dice);
  const faults = half(FAULT_FAMILIES, dice);
  return {
    ...{ seed, networks, durable, faults, loose: seed % LOOSE_EVERY === LOOSE_EVERY - 1 },
    mining: Object.fromEntries(mining),
    confirmations: Object.fromEntries(confirmations),
    steps: Array.from({ length: steps }, () => ({ name: dice.of(menu).name, seed: dice.upTo(2 ** 31) })),
  };
}
