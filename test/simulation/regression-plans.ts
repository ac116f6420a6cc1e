// Table: plans that once failed, shrunk to the steps that are needed; every test run repeats them.
import type { Plan } from "./plan.ts";

export type RegressionPlan = { defect: string; plan: Plan };

export const REGRESSION_PLANS: readonly RegressionPlan[] = [
  {
    defect: "I-27 did not see coin that a sweep pays out inside of its call",
    plan: {
      ...{ seed: 13, networks: ["bsc", "base"], durable: false, loose: false, faults: [] },
      ...{ mining: { bsc: "instant", base: "instant" }, confirmations: { bsc: 2, base: 3 } },
      steps: [{ name: "on two chains", seed: 1_882_172_164 }],
    },
  },
  {
    defect:
      "a claim whose deposit a forced reorg had taken away sent sweeps that could only revert, and no incident said so",
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
  {
    defect:
      "a forced reorg took a payout and its gas away: it was not sent again, and the next one waited for its nonce for ever",
    plan: {
      ...{ seed: 1_299, networks: ["arbitrum", "polygon", "base"], durable: false, loose: true },
      faults: ["lost answers", "signatures", "refused by nodes", "blocks", "routes"],
      mining: { arbitrum: "instant", polygon: "manual", base: "instant" },
      confirmations: { arbitrum: 1, polygon: 3, base: 3 },
      steps: [
        { name: "two sweeps at once", seed: 1_173_948_141 },
        { name: "the last millisecond", seed: 2_041_475_570 },
        { name: "legs of a contract", seed: 1_430_265_360 },
        { name: "payout", seed: 912_874_508 },
        { name: "reorg", seed: 502_620_216 },
      ],
    },
  },
  {
    defect: "a far jump with blocks at intervals: the checks read more blocks than a batch may ask for",
    plan: {
      seed: 1_594,
      networks: ["bsc", "base"],
      durable: false,
      faults: ["deliveries", "lost in pools", "reverts", "blocks", "prices"],
      loose: false,
      mining: { bsc: "interval", base: "manual" },
      confirmations: { bsc: 2, base: 2 },
      steps: [
        { name: "admin deposit", seed: 1_679_555_673 },
        { name: "mining mode", seed: 1_833_290_071 },
        { name: "pause a token", seed: 320_776_451 },
        { name: "advance far", seed: 892_574_999 },
      ],
    },
  },
];
