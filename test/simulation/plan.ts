// From a seed to what happens: networks, where rows are kept, which operations and faults are on the menu, and the steps.
import { diceOf } from "../crash/dice.ts";
import { FAULT_FAMILIES } from "./operations/faults.ts";
import { OPERATIONS } from "./operations/menu.ts";

/** One operation and the seed of its own dice, so that leaving others out keeps it what it is. */
export type Step = { name: string; seed: number };

export type Plan = {
  seed: number;
  networks: readonly string[];
  /** Rows in a folder, so that the sandbox can be closed and opened again. */
  durable: boolean;
  /**
   * Some races are decided by the machine: one request follows the other after so many turns of the event loop. Such a
   * story is not the same to the byte when it is told again.
   */
  loose: boolean;
  mining: Record<string, string>;
  confirmations: Record<string, number>;
  faults: readonly string[];
  steps: readonly Step[];
};

/** Few chains a world: settlements need two, and every chain costs time. */
const WORLDS = [
  ["ethereum", "polygon"],
  ["bsc", "base"],
  ["arbitrum", "polygon", "base"],
  ["ethereum", "bsc"],
] as const;

/** One seed in so many keeps its rows in a folder and is closed and opened again. */
const DURABLE_EVERY = 8;

/** One seed in so many lets the machine decide races. */
const LOOSE_EVERY = 4;

/** Twelve thousand million seeds give twelve thousand million plans; the same seed always the same one. */
export function planOf(seed: number, steps: number): Plan {
  const dice = diceOf(seed);
  const networks = WORLDS[dice.upTo(WORLDS.length)] ?? WORLDS[0];
  const durable = seed % DURABLE_EVERY === 0;
  const mining = networks.map((network) => [network, dice.of(["instant", "instant", "interval", "manual"])]);
  const confirmations = networks.map((network) => [network, 1 + dice.upTo(3)]);
  // Swarm: what is not on the menu leaves more room for the rest, and each pair of things meets in some seed.
  const menu = OPERATIONS.filter(({ always, needs }) => (needs !== "folder" || durable) && (always || !dice.oneIn(4)));
  const bag = menu.flatMap(({ name, weight }) => Array.from({ length: weight * (1 + dice.upTo(3)) }, () => name));
  const faults = FAULT_FAMILIES.filter(() => dice.oneIn(2));
  return {
    ...{ seed, networks, durable, faults, loose: seed % LOOSE_EVERY === LOOSE_EVERY - 1 },
    mining: Object.fromEntries(mining),
    confirmations: Object.fromEntries(confirmations),
    steps: Array.from({ length: steps }, () => ({ name: dice.of(bag), seed: dice.upTo(2 ** 31) })),
  };
}
