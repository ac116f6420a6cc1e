// The compiled contracts and the addresses that are the same on every network.
import { readFileSync } from "node:fs";
import type { Abi, Hex } from "viem";

/** A file of chain/artifacts. `storageSlots` are the places of the state variables by name. */
export type Artifact = {
  abi: Abi;
  bytecode: Hex;
  deployedBytecode: Hex;
  storageSlots: Readonly<Record<string, number>>;
};

/** Where client libraries look for multicall on every network. */
export const MULTICALL_ADDRESS: Hex = "0xcA11bde05977b3631167028862bE2a173976CA11";

/** What deposit addresses delegate to (H-18); nobody's key leads here. */
export const SWEEPER_ADDRESS: Hex = "0x5EE9e40000000000000000000000000000007702";

const artifacts = new Map<string, Artifact>();

/** Reads a committed artifact by contract name; a missing one is an error of the package. */
export function artifact(name: "SandboxToken" | "Sweeper" | "Multicall3"): Artifact {
  let found = artifacts.get(name);
  if (found === undefined) {
    const file = new URL(`../../chain/artifacts/${name}.json`, import.meta.url);
    found = JSON.parse(readFileSync(file, "utf8")) as Artifact;
    artifacts.set(name, found);
  }
  return found;
}
