// Block 0 of a network: code of tokens, Sweeper and Multicall3 at their addresses, and the initial balances.
import { createHash } from "node:crypto";
import { encodeAbiParameters, encodeDeployData, type Hex, keccak256, numberToHex } from "viem";
import { assert, required } from "../kernel/assert.ts";
import { artifact, MULTICALL_ADDRESS, SWEEPER_ADDRESS } from "./artifact.ts";
import type { ChainDefinition, Engine, GenesisFunding } from "./chain.ts";

/** Parameters of block 0. `tokenOwner` may mint, pause and blacklist; balances are in base units of this network. */
export type Genesis = { tokenOwner: Hex; funding: GenesisFunding };

/** Writes block 0 into a fresh engine. */
export async function applyGenesis(engine: Engine, definition: ChainDefinition, genesis: Genesis): Promise<void> {
  await engine.request("hardhat_setCode", [MULTICALL_ADDRESS, artifact("Multicall3").deployedBytecode]);
  await engine.request("hardhat_setCode", [SWEEPER_ADDRESS, artifact("Sweeper").deployedBytecode]);
  for (const token of definition.tokens) await putToken(engine, token, genesis);
  for (const { address, native } of genesis.funding) {
    await engine.request("hardhat_setBalance", [address, numberToHex(native)]);
  }
}

/** Identifies a genesis: a hash over everything that `applyGenesis` depends on, the catalogue row included. */
export function genesisDigest(definition: ChainDefinition, genesis: Genesis): string {
  const codes = (["SandboxToken", "Sweeper", "Multicall3"] as const).map((name) => artifact(name).bytecode);
  const { eip155_id, tokens, base_fee } = definition;
  const inputs = { eip155_id, tokens, base_fee, ...genesis, codes };
  const text = JSON.stringify(inputs, (_key, value) => (typeof value === "bigint" ? value.toString() : value));
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Puts a token at its canonical address. Running the deployment with `eth_call` answers the runtime code with its
 * immutables; balances and supply are written to storage as a mint would have done.
 */
async function putToken(
  engine: Engine,
  token: ChainDefinition["tokens"][number],
  { tokenOwner, funding }: Genesis,
): Promise<void> {
  const { abi, bytecode, storageSlots } = artifact("SandboxToken");
  const args = [token.name, token.symbol, token.decimals, tokenOwner];
  const data = encodeDeployData({ abi, bytecode, args });
  const code = await engine.request<Hex>("eth_call", [{ from: tokenOwner, data }, "latest"]);
  await engine.request("hardhat_setCode", [token.address, code]);

  const balancesSlot = required(storageSlots["_balances"], "the storage slot of the balances");
  const supplySlot = required(storageSlots["_totalSupply"], "the storage slot of the supply");
  const holders = new Set<string>();
  let supply = 0n;
  for (const { address, tokens } of funding) {
    const balance = tokens[token.symbol] ?? 0n;
    assert(!holders.has(address.toLowerCase()), "an account is funded once", { address });
    holders.add(address.toLowerCase());
    supply += balance;
    if (balance > 0n) await setStorage(engine, token.address, balanceSlot(address, balancesSlot), balance);
  }
  await setStorage(engine, token.address, numberToHex(supplySlot), supply);
}

/** Storage slot of an address's entry in a mapping at `slot` (Solidity's layout). */
function balanceSlot(address: Hex, slot: number): Hex {
  const hash = keccak256(encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [address, BigInt(slot)]));
  return numberToHex(BigInt(hash));
}

async function setStorage(engine: Engine, address: Hex, slot: Hex, value: bigint): Promise<void> {
  await engine.request("hardhat_setStorageAt", [address, slot, numberToHex(value, { size: 32 })]);
}
