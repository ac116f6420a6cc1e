// Names of networks, assets, gates and effects, from chain/catalogue.json and src/faults/catalogue.ts: written by `npm run generate`, never by hand.

/** Symbol of a network. */
export type NetworkSymbol = "arbitrum" | "base" | "bsc" | "ethereum" | "polygon";

/** Symbol of a native coin or token on at least one network. */
export type AssetSymbol = "BNB" | "ETH" | "POL" | "USDC" | "USDT";

/** The gates: the keys that `match` may have, and the parameters of each effect. */
export type Gates = {
  "api.request": {
    match: "operation_id" | "owner" | "tenant_id" | "to_address";
    effects: {
      "status": { status: number };
      "delay": { by: string | number };
      "close": Record<never, never>;
      "after-commit-close": Record<never, never>;
    };
  };
  "webhook.delivery": {
    match: "attempt" | "endpoint_id" | "owner" | "resource_id" | "tenant_id" | "to_address" | "type";
    effects: {
      "status": { status: number };
      "answer-lost": Record<never, never>;
      "timeout": Record<never, never>;
      "drop": Record<never, never>;
      "delay": { by: string | number };
      "duplicate": Record<never, never>;
      "at-once": { by?: string | number };
      "reorder": { by?: string | number };
      "wrong-secret": Record<never, never>;
      "unsigned": Record<never, never>;
      "stale-timestamp": Record<never, never>;
      "truncate": Record<never, never>;
      "respelled": Record<never, never>;
    };
  };
  "rpc.request": {
    match: "method" | "network";
    effects: {
      "error": { code: number; message: string };
      "delay": { by: string | number };
      "close": Record<never, never>;
    };
  };
  "chain.submit": {
    match: "network" | "purpose" | "tenant_id" | "to_address";
    effects: {
      "revert": Record<never, never>;
      "out-of-gas": Record<never, never>;
      "no-gas-money": Record<never, never>;
      "stuck": Record<never, never>;
      "drop": Record<never, never>;
      "nonce-too-low": Record<never, never>;
      "unavailable": Record<never, never>;
    };
  };
  "chain.mine": {
    match: "network";
    effects: {
      "skip": Record<never, never>;
      "halt": Record<never, never>;
    };
  };
  "routing.provider": {
    match: "asset" | "from" | "provider" | "scenario" | "tenant_id" | "to";
    effects: {
      "no-quote": Record<never, never>;
      "refuse": Record<never, never>;
      "fail": Record<never, never>;
      "slow": { by?: string | number };
      "empty-stock": Record<never, never>;
    };
  };
  "price.feed": {
    match: "asset" | "tenant_id";
    effects: {
      "unavailable": Record<never, never>;
    };
  };
};
