// What the worlds of the default seed need and takes long to compute: addresses of keys, and codes of tokens. `npm run generate` writes it.
import type { Hex } from "../chain.ts";
import table from "./precomputed.gen.json" with { type: "json" };

/** Nothing here differs from what is computed without it: `test/chains/precomputed/precomputed.test.ts` compares. */
export type Precomputed = {
  seed: string;
  /** Path of a key → address with EIP-55 checksum: the platform's accounts, the first tenants, and the first addresses of the first one. */
  addresses: Readonly<Record<string, Hex>>;
  /** Digest of a genesis → address of a token → its runtime code. */
  tokenCodes: Readonly<Record<string, Readonly<Record<string, Hex>>>>;
};

export const PRECOMPUTED = table as unknown as Precomputed;
