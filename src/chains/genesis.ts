// Block 0 of a network: code of tokens, platform contracts and canonical contracts at their addresses, and the initial balances.
import { createHash } from "node:crypto";
import { encodeAbiParameters, encodeDeployData, type Hex, keccak256, numberToHex } from "viem";
import { assert, required } from "../kernel/assert.ts";
import { BoundedMap } from "../kernel/bounded-map.ts";
import { artifact, canonicalContracts, MULTICALL_ADDRESS, SWEEPER_ADDRESS } from "./artifact.ts";
import type { ChainDefinition, TokenDefinition } from "./catalogue.ts";
import type { GenesisFunding } from "./chain.ts";
import type { Engine, EngineCall } from "./engine/engine.ts";
import { PRECOMPUTED } from "./precomputed/precomputed.ts";

/** What a network starts with. `tokenOwner` may mint, pause and blacklist; balances are in base units of this network. */
export type Genesis = { tokenOwner: Hex; funding: GenesisFunding };

/** Wrapped coins that the token owner starts with, since nobody can mint them; the contract holds as much native coin. Wei. */
const WRAPPED_STOCK = 10n ** 27n;

/** What a process remembers of a genesis: the worlds of its sandboxes mostly have the same ones. */
type Known = { digest?: string; writes?: readonly EngineCall[] };

const MAX_KNOWN = 16;
const known = new BoundedMap<string, Known>(MAX_KNOWN);

function knownOf(definition: ChainDefinition, genesis: Genesis): Known {
  return known.getOrMake(json(inputsOf(definition, genesis)), () => ({}));
}

/**
 * Writes block 0 into a fresh engine, in one crossing once the writes are known. Their order is part of the chain: another one
 * could give other state roots.
 */
export async function applyGenesis(engine: Engine, definition: ChainDefinition, genesis: Genesis): Promise<void> {
  const remembered = knownOf(definition, genesis);
  remembered.writes ??= await genesisWrites(engine, definition, genesis);
  await engine.batch(remembered.writes);
}

/** All writes of block 0. The engine, which is fresh, computes the codes of the tokens when they are not known. */
async function genesisWrites(engine: Engine, definition: ChainDefinition, genesis: Genesis): Promise<EngineCall[]> {
  const { tokens, other_tokens = [] } = definition;
  const codes =
    PRECOMPUTED.tokenCodes[genesisDigest(definition, genesis)] ??
    (await computeTokenCodes(engine, definition, genesis.tokenOwner));
  const codeOf = (token: TokenDefinition): Hex => required(codes[token.address], "the code of a token");
  return [
    ...canonicalWrites(),
    setCode(MULTICALL_ADDRESS, artifact("Multicall3").deployedBytecode),
    setCode(SWEEPER_ADDRESS, artifact("Sweeper").deployedBytecode),
    ...(definition.contracts ?? []).map(({ contract, address }) =>
      setCode(address, artifact(contract).deployedBytecode),
    ),
    ...tokens.flatMap((token) => tokenWrites(token, codeOf(token), balancesOf(token, genesis))),
    ...other_tokens.flatMap((token) => otherTokenWrites(token, codeOf(token), genesis.tokenOwner)),
    ...genesis.funding.map(({ address, native }) => setBalance(address, native)),
  ];
}

/** Identifies a genesis: a hash over everything that `applyGenesis` depends on, the catalogue row included. */
export function genesisDigest(definition: ChainDefinition, genesis: Genesis): string {
  const remembered = knownOf(definition, genesis);
  remembered.digest ??= digestOf(definition, genesis);
  return remembered.digest;
}

/** What a genesis depends on, beside the files of this version. */
function inputsOf({ eip155_id, tokens, other_tokens, contracts, base_fee }: ChainDefinition, genesis: Genesis): object {
  return { eip155_id, tokens, other_tokens, contracts, base_fee, ...genesis };
}

function json(value: object): string {
  return JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? part.toString() : part));
}

function digestOf(definition: ChainDefinition, genesis: Genesis): string {
  const { tokens, other_tokens, contracts } = definition;
  const deployed = [...tokens, ...(other_tokens ?? []), ...(contracts ?? [])].map(({ contract }) => contract);
  const names = new Set(["Multicall3" as const, "Sweeper" as const, ...deployed.map((name) => name ?? "SandboxToken")]);
  const codes = [...names].map((name) => artifact(name).bytecode);
  const text = json({ ...inputsOf(definition, genesis), codes, canonical: canonicalContracts().digest });
  return createHash("sha256").update(text).digest("hex");
}

/** What the deployments of these contracts left: code, nonce and what the constructors stored. */
function canonicalWrites(): EngineCall[] {
  return canonicalContracts().contracts.flatMap(({ address, code, nonce, storage }) => [
    setCode(address, code),
    ["hardhat_setNonce", [address, numberToHex(nonce)]],
    ...Object.entries(storage).map(([slot, value]) => setStorage(address, slot as Hex, BigInt(value))),
  ]);
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
function otherTokenWrites(token: TokenDefinition, code: Hex, tokenOwner: Hex): EngineCall[] {
  if (token.contract !== "WrappedNative") return tokenWrites(token, code, []);
  const stock = [{ address: tokenOwner, amount: WRAPPED_STOCK }];
  return [...tokenWrites(token, code, stock), setBalance(token.address, WRAPPED_STOCK)];
}

/** The runtime code of each token by its address, with its immutables, as running its deployment with `eth_call` answers it. */
export async function computeTokenCodes(
  engine: Engine,
  { tokens: known, other_tokens = [] }: ChainDefinition,
  tokenOwner: Hex,
): Promise<Record<string, Hex>> {
  const tokens = [...known, ...other_tokens];
  const codes = await engine.batch(
    tokens.map((token) => {
      const { abi, bytecode } = artifact(token.contract ?? "SandboxToken");
      const data = encodeDeployData({ abi, bytecode, args: constructorArguments(token, tokenOwner) });
      return ["eth_call", [{ from: tokenOwner, data }, "latest"]];
    }),
  );
  return Object.fromEntries(tokens.map(({ address }, index) => [address, codes[index] as Hex]));
}

/** A token at its canonical address; balances and supply are written to storage as a mint would have done. */
function tokenWrites(token: TokenDefinition, code: Hex, balances: Balances): EngineCall[] {
  const { storageSlots } = artifact(token.contract ?? "SandboxToken");
  const balancesSlot = required(storageSlots["_balances"], "the storage slot of the balances");
  const holders = new Set<string>();
  let supply = 0n;
  for (const { address, amount } of balances) {
    assert(!holders.has(address.toLowerCase()), "an account is funded once", { address });
    holders.add(address.toLowerCase());
    supply += amount;
  }
  const held = balances.filter(({ amount }) => amount > 0n);
  const supplySlot = storageSlots["_totalSupply"];
  return [
    setCode(token.address, code),
    ...held.map(({ address, amount }) => setStorage(token.address, balanceSlot(address, balancesSlot), amount)),
    ...(supplySlot === undefined ? [] : [setStorage(token.address, numberToHex(supplySlot), supply)]),
  ];
}

function constructorArguments(token: TokenDefinition, tokenOwner: Hex): unknown[] {
  const { name, symbol, decimals, contract, error_prefix } = token;
  if (contract === "WrappedNative") return [name, symbol];
  const common = [name, symbol, decimals, tokenOwner];
  return contract === "PlainToken" ? [...common, error_prefix ?? "ERC20"] : common;
}

/** Balance slots remembered: the same accounts are funded on every network and in every world of a seed. */
const MAX_SLOTS = 1_000;
const balanceSlots = new BoundedMap<string, Hex>(MAX_SLOTS);

/** Storage slot of an address's entry in a mapping at `slot` (Solidity's layout). */
function balanceSlot(address: Hex, slot: number): Hex {
  return balanceSlots.getOrMake(`${address} ${slot}`, () => {
    const hash = keccak256(encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [address, BigInt(slot)]));
    return numberToHex(BigInt(hash));
  });
}

function setCode(address: Hex, code: Hex): EngineCall {
  return ["hardhat_setCode", [address, code]];
}

function setBalance(address: Hex, wei: bigint): EngineCall {
  return ["hardhat_setBalance", [address, numberToHex(wei)]];
}

function setStorage(address: Hex, slot: Hex, value: bigint): EngineCall {
  return ["hardhat_setStorageAt", [address, numberToHex(BigInt(slot)), numberToHex(value, { size: 32 })]];
}
