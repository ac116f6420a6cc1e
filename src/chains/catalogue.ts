// Reads chain/catalogue.json. Adding a network means adding one row there and nothing else (K-8).
import { readFileSync } from "node:fs";
import type { Hex } from "viem";
import { assert } from "../kernel/assert.ts";

/** A token and the contract that it runs: SandboxToken unless `contract` says otherwise. */
export type TokenDefinition = {
  name: string;
  symbol: string;
  decimals: number;
  address: Hex;
  contract?: "SandboxToken" | "TetherToken" | "PlainToken" | "WrappedNative";
  /** How the revert texts of a PlainToken begin; "ERC20" by default. */
  error_prefix?: string;
};

/** One row of chain/catalogue.json: a network and the tokens deployed on it. */
export type ChainDefinition = {
  network_id: string;
  symbol: string;
  name: string;
  eip155_id: number;
  category: string;
  native: { name: string; symbol: string; decimals: number };
  /** The tokens that the service knows: its assets. */
  tokens: readonly TokenDefinition[];
  /** Tokens of the real network that the service does not know: wrapped and bridged coins, DAI. */
  other_tokens?: readonly TokenDefinition[];
  /** Contracts of this network alone, without constructor arguments; artifact names of chain/artifacts. */
  contracts?: readonly { contract: "OpGasPriceOracle" | "OpL1Block" | "ArbGasInfo"; address: Hex }[];
  block_time_ms: number;
  confirmations: number;
  uda_support: boolean;
  /** Of the real network: the tip that a node suggests (wei per gas, decimal text), and the age of a safe and a finalized block (ms). */
  suggested_tip?: string;
  finality?: { safe_ms: number; finalized_ms: number };
  /** A layer-2 network: the form of its receipts, and the symbol of its L1. */
  rollup?: { kind: "op" | "arbitrum"; l1: string };
  /** Wei, decimal text; the base fee of every block unless the control API sets another. */
  base_fee: string;
};

const COMMITTED = new URL("../../chain/catalogue.json", import.meta.url);

/** The networks of a catalogue file, in file order. @throws AssertionFailure when a name or id occurs twice */
export function readCatalogue(file: URL = COMMITTED): ChainDefinition[] {
  const rows = JSON.parse(readFileSync(file, "utf8")) as ChainDefinition[];
  for (const name of ["network_id", "symbol", "eip155_id"] as const) {
    const values = new Set(rows.map((row) => row[name]));
    assert(values.size === rows.length && !values.has(undefined as never), "every network has its own name", { name });
  }
  return rows;
}
