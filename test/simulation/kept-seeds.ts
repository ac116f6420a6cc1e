// Table: plans that broke something once, shortened to the steps it took; they are played again in every test run.
import type { Plan } from "./plan.ts";

export type KeptSeed = { what: string; plan: Plan };

export const KEPT_SEEDS: readonly KeptSeed[] = [
  {
    what: "I-27 did not see coin that a sweep pays out inside of its call",
    plan: {
      ...{ seed: 13, networks: ["bsc", "base"], durable: false, loose: false, faults: [] },
      ...{ mining: { bsc: "instant", base: "instant" }, confirmations: { bsc: 2, base: 3 } },
      steps: [{ name: "on two chains", seed: 1_882_172_164 }],
    },
  },
  {
    what: "a claim whose deposit a forced reorg had taken away sent sweeps that could only revert, and no incident said so",
    plan: {
      ...{ seed: 349, networks: ["ethereum", "bsc"], durable: false, loose: false },
      faults: ["lost answers", "refused by nodes", "reverts", "blocks", "prices"],
      ...{ mining: { ethereum: "interval", bsc: "manual" }, confirmations: { ethereum: 3, bsc: 2 } },
      steps: [
        { name: "duplicates at once", seed: 1_360_306_484 },
        { name: "admin deposit", seed: 1_640_732_419 },
        { name: "reject against claim", seed: 1_369_792_646 },
        { name: "reorg", seed: 221_280_683 },
      ],
    },
  },
];
