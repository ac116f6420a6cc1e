// Block 0 of a network: code of tokens, platform contracts and canonical contracts at their addresses, and the initial balances.
import { createHash } from "node:crypto";
import { encodeAbiParameters, encodeDeployData, type Hex, keccak256, numberToHex } from "viem";
import { assert, required } from "../kernel/assert.ts";
import { artifact, canonicalContracts, MULTICALL_ADDRESS, SWEEPER_ADDRESS } from "./artifact.ts";
import type { ChainDefinition, TokenDefinition } from "./catalogue.ts";
import type { GenesisFunding } from "./chain.ts";
import type { Engine } from "./engine/engine.ts";

/** What a network starts with. `tokenOwner` may mint, pause and blacklist; balances are in base units of this network. */
export type Genesis = { tokenOwner: Hex; funding: GenesisFunding };

/** Wrapped coins that the token owner starts with, since nobody can mint them; the contract holds as much native coin. Wei. */
const WRAPPED_STOCK = 10n ** 27n;

/** Writes block 0 into a fresh engine. */
export async function applyGenesis(engine: Engine, definition: ChainDefinition, genesis: Genesis): Promise<void> {
  await putCanonicalContracts(engine);
  await setCode(engine, MULTICALL_ADDRESS, artifact("Multicall3").deployedBytecode);
  await setCode(engine, SWEEPER_ADDRESS, artifact("Sweeper").deployedBytecode);
  for (const { contract, address } of definition.contracts ?? [])
    await setCode(engine, address, artifact(contract).deployedBytecode);
  for (const token of definition.tokens) await putToken(engine, token, genesis.tokenOwner, balancesOf(token, genesis));
  for (const token of definition.other_tokens ?? []) await putOtherToken(engine, token, genesis.tokenOwner);
  for (const { address, native } of genesis.funding) await setBalance(engine, address, native);
}

/** Identifies a genesis: a hash over everything that `applyGenesis` depends on, the catalogue row included. */
export function genesisDigest(definition: ChainDefinition, genesis: Genesis): string {
  const { eip155_id, tokens, other_tokens, contracts, base_fee } = definition;
  const deployed = [...tokens, ...(other_tokens ?? []), ...(contracts ?? [])].map(({ contract }) => contract);
  const names = new Set(["Multicall3" as const, "Sweeper" as const, ...deployed.map((name) => name ?? "SandboxToken")]);
  const codes = [...names].map((name) => artifact(name).bytecode);
  const inputs = {
    ...{ eip155_id, tokens, other_tokens, contracts, base_fee },
    ...genesis,
    codes,
    canonical: canonicalContracts().digest,
  };
  const text = JSON.stringify(inputs, (_key, value) => (typeof value === "bigint" ? value.toString() : value));
  return createHash("sha256").update(text).digest("hex");
}

/** Writes what the deployments of these contracts left: code, nonce and what the constructors stored. */
async function putCanonicalContracts(engine: Engine): Promise<void> {
  for (const { address, code, nonce, storage } of canonicalContracts().contracts) {
    await setCode(engine, address, code);
    await engine.request("hardhat_setNonce", [address, numberToHex(nonce)]);
    for (const [slot, value] of Object.entries(storage)) await setStorage(engine, address, slot as Hex, BigInt(value));
  }
}

type Balances = readonly { address: Hex; amount: bigint }[];

function balancesOf(token: TokenDefinition, { funding }: Genesis): Balances {
  return funding.map(({ address, tokens }) => ({ address, amount: tokens[token.symbol] ?? 0n }));
}

/** All native coin of block 0 by account: the funding, and what covers the wrapped coins. */
export function nativeAtGenesis({ other_tokens = [] }: ChainDefinition, funding: GenesisFunding): GenesisFunding {
  const wrapped = other_tokens.filter(({ contract }) => contract === "WrappedNative");
  return [...funding, ...wrapped.map(({ address }) => ({ address, native: WRAPPED_STOCK, tokens: {} }))];
}

/** Nobody holds a token that the service does not know; of a wrapped coin the token owner has a stock, to hand out. */
async function putOtherToken(engine: Engine, token: TokenDefinition, tokenOwner: Hex): Promise<void> {
  const wrapped = token.contract === "WrappedNative";
  await putToken(engine, token, tokenOwner, wrapped ? [{ address: tokenOwner, amount: WRAPPED_STOCK }] : []);
  if (wrapped) await setBalance(engine, token.address, WRAPPED_STOCK);
}

/**
 * Puts a token at its canonical address. Running the deployment with `eth_call` answers the runtime code with its
 * immutables; balances and supply are written to storage as a mint would have done.
 */
async function putToken(engine: Engine, token: TokenDefinition, tokenOwner: Hex, balances: Balances): Promise<void> {
  const { abi, bytecode, storageSlots } = artifact(token.contract ?? "SandboxToken");
  const data = encodeDeployData({ abi, bytecode, args: constructorArguments(token, tokenOwner) });
  const code = await engine.request<Hex>("eth_call", [{ from: tokenOwner, data }, "latest"]);
  await setCode(engine, token.address, code);

  const balancesSlot = required(storageSlots["_balances"], "the storage slot of the balances");
  const holders = new Set<string>();
  let supply = 0n;
  for (const { address, amount } of balances) {
    assert(!holders.has(address.toLowerCase()), "an account is funded once", { address });
    holders.add(address.toLowerCase());
    supply += amount;
    if (amount > 0n) await setStorage(engine, token.address, balanceSlot(address, balancesSlot), amount);
  }
  const supplySlot = storageSlots["_totalSupply"];
  if (supplySlot !== undefined) await setStorage(engine, token.address, numberToHex(supplySlot), supply);
}

function constructorArguments(token: TokenDefinition, tokenOwner: Hex): unknown[] {
  const { name, symbol, decimals, contract, error_prefix } = token;
  if (contract === "WrappedNative") return [name, symbol];
  const common = [name, symbol, decimals, tokenOwner];
  return contract === "PlainToken" ? [...common, error_prefix ?? "ERC20"] : common;
}

/** Storage slot of an address's entry in a mapping at `slot` (Solidity's layout). */
function balanceSlot(address: Hex, slot: number): Hex {
  const hash = keccak256(encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [address, BigInt(slot)]));
  return numberToHex(BigInt(hash));
}

async function setCode(engine: Engine, address: Hex, code: Hex): Promise<void> {
  await engine.request("hardhat_setCode", [address, code]);
}

async function setBalance(engine: Engine, address: Hex, wei: bigint): Promise<void> {
  await engine.request("hardhat_setBalance", [address, numberToHex(wei)]);
}

async function setStorage(engine: Engine, address: Hex, slot: Hex, value: bigint): Promise<void> {
  const key = numberToHex(BigInt(slot));
  await engine.request("hardhat_setStorageAt", [address, key, numberToHex(value, { size: 32 })]);
}
