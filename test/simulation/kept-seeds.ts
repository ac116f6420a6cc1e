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
];
