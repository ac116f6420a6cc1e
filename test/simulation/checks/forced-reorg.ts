// The invariants that a forced reorg may break: announced records that no longer match the chain.

export const BROKEN_BY_FORCED_REORG = ["I-07", "I-10", "I-13", "I-15", "I-17", "I-20", "I-27"];
