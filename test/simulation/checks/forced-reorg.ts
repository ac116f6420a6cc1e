// The invariants that a forced reorg may break: none, since corrections and incidents exempt what differs from the chain.

export const BROKEN_BY_FORCED_REORG: readonly string[] = [];
