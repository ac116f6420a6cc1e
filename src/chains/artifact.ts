// Reads compiled contracts from chain/artifacts; addresses of the contracts that every network has.
import { readFileSync } from "node:fs";
import type { Abi, Hex } from "viem";

/** A file of chain/artifacts. `storageSlots`: state variable name → storage slot. */
export type Artifact = {
  abi: Abi;
  bytecode: Hex;
  deployedBytecode: Hex;
  storageSlots: Readonly<Record<string, number>>;
};

/** The address at which client libraries expect Multicall3 on every network. */
export const MULTICALL_ADDRESS: Hex = "0xcA11bde05977b3631167028862bE2a173976CA11";

/** The contract that deposit addresses delegate to (H-18). No private key of this address is known. */
export const SWEEPER_ADDRESS: Hex = "0x5EE9e40000000000000000000000000000007702";

const artifacts = new Map<string, Artifact>();

/** Reads a committed artifact by contract name. A missing file is a packaging error. */
export function artifact(name: "SandboxToken" | "Sweeper" | "Multicall3"): Artifact {
  let contract = artifacts.get(name);
  if (contract === undefined) {
    const file = new URL(`../../chain/artifacts/${name}.json`, import.meta.url);
    contract = JSON.parse(readFileSync(file, "utf8")) as Artifact;
    artifacts.set(name, contract);
  }
  return contract;
}
