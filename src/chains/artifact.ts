// Reads compiled contracts from chain/artifacts; addresses of the contracts that every network has.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Abi, Hex } from "viem";
import type { ChainDefinition, TokenDefinition } from "./catalogue.ts";

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

/** The contracts of chain/artifacts that a world uses; the others are test doubles. */
export type ArtifactName =
  | "Multicall3"
  | "Sweeper"
  | NonNullable<TokenDefinition["contract"]>
  | NonNullable<ChainDefinition["contracts"]>[number]["contract"];

const artifacts = new Map<string, Artifact>();

/** Reads a committed artifact by contract name. A missing file is a packaging error. */
export function artifact(name: ArtifactName): Artifact {
  let contract = artifacts.get(name);
  if (contract === undefined) {
    const file = new URL(`../../chain/artifacts/${name}.json`, import.meta.url);
    contract = JSON.parse(readFileSync(file, "utf8")) as Artifact;
    artifacts.set(name, contract);
  }
  return contract;
}

/** A contract that has the same address on every real network (chain/canonical): its state after its deployment. */
export type CanonicalContract = {
  name: string;
  address: Hex;
  nonce: number;
  code: Hex;
  /** What the constructor wrote: slot → value. */
  storage: Readonly<Record<Hex, Hex>>;
};

let canonical: { contracts: readonly CanonicalContract[]; digest: string } | undefined;

/** CREATE2 deployers, CreateX, EntryPoints and the Safe contracts; `digest` identifies all of it. */
export function canonicalContracts(): { contracts: readonly CanonicalContract[]; digest: string } {
  if (canonical === undefined) {
    const text = readFileSync(new URL("../../chain/canonical/contracts.json", import.meta.url), "utf8");
    const contracts = JSON.parse(text) as CanonicalContract[];
    canonical = { contracts, digest: createHash("sha256").update(JSON.stringify(contracts)).digest("hex") };
  }
  return canonical;
}
