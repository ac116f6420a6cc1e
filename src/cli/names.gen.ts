// Names that the shell completes, from chain/catalogue.json, src/faults/catalogue.ts and src/domain/outbox.ts: written by `npm run generate`, never by hand.

export const NETWORKS: readonly string[] = ["ethereum", "bsc", "polygon", "arbitrum", "base"];

export const ASSETS: readonly string[] = ["BNB", "ETH", "POL", "USDC", "USDT"];

export const EVENT_TYPES: readonly string[] = ["address.assigned", "balance.updated", "deposit.confirmed", "deposit.new", "transaction.broadcasted", "transaction.confirmed", "transaction.failed", "uda.settlement.completed", "uda.settlement.created", "uda.settlement.failed"];

/** The effects at each gate. */
export const EFFECTS: Readonly<Record<string, readonly string[]>> = {
  "api.request": ["status", "delay", "close", "after-commit-close"],
  "webhook.delivery": ["status", "answer-lost", "timeout", "drop", "delay", "duplicate", "at-once", "reorder", "wrong-secret", "unsigned", "stale-timestamp", "truncate", "respelled"],
  "rpc.request": ["error", "delay", "close"],
  "chain.submit": ["revert", "out-of-gas", "no-gas-money", "stuck", "drop", "nonce-too-low", "unavailable"],
  "chain.mine": ["skip", "halt"],
  "routing.provider": ["no-quote", "refuse", "fail", "slow", "empty-stock"],
  "price.feed": ["unavailable"],
};
