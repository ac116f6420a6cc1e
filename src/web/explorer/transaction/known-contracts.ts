// The contracts whose ABI the sandbox has: names of their events and functions, with their values (D-50, D-51).
import { type Abi, decodeEventLog, decodeFunctionData, type Hex } from "viem";
import { type ArtifactName, artifact, MULTICALL_ADDRESS, SWEEPER_ADDRESS } from "../../../chains/artifact.ts";
import { watchedAt } from "../../../domain/address/store.ts";
import type { Asset } from "../../../domain/network/network.ts";
import type { Context } from "../context.ts";
import type { EngineLog } from "../engine-shapes.ts";

/** `asset`: of a token, for the decimals of its amounts. */
export type KnownContract = {
  name: string;
  artifact: ArtifactName;
  asset: Pick<Asset, "symbol" | "decimals"> | undefined;
};

/** A value of an event or a call. Names are those of the ABI; a nested value is a list of values. */
export type Value = { name: string; type: string; value: Plain | readonly Value[] };
type Plain = string | bigint | boolean;

/** A name with its values in order. */
export type Decoded = { name: string; values: readonly Value[] };

/** The contract at a lower-case address; undefined for one that the sandbox does not know. A deposit address runs the sweeper's code. */
export function contractAt({ network, chain, world }: Context, address: string): KnownContract | undefined {
  const { definition } = chain;
  const token = [...network.assets, ...network.otherTokens].find((asset) => !asset.native && asset.key === address);
  if (token !== undefined) {
    const rows = [...definition.tokens, ...(definition.other_tokens ?? [])];
    const row = rows.find((one) => one.address.toLowerCase() === address);
    return { name: token.symbol, artifact: row?.contract ?? "SandboxToken", asset: token };
  }
  if (address === MULTICALL_ADDRESS.toLowerCase())
    return { name: "Multicall3", artifact: "Multicall3", asset: undefined };
  const isSweeper = address === SWEEPER_ADDRESS.toLowerCase();
  if (isSweeper || watchedAt(world.db, network.symbol, address)?.category === "uda")
    return { name: "Sweeper", artifact: "Sweeper", asset: undefined };
  const own = definition.contracts?.find((one) => one.address.toLowerCase() === address);
  return own === undefined ? undefined : { name: own.contract, artifact: own.contract, asset: undefined };
}

/** The event of a log of a known contract; undefined where its ABI has no such event. */
export function decodeLog({ artifact: name }: KnownContract, { topics, data }: EngineLog): Decoded | undefined {
  const { abi } = artifact(name);
  return attempted(() => {
    const { eventName = "", args } = decodeEventLog({ abi, data, topics: topics as [Hex, ...Hex[]], strict: true });
    return { name: eventName, values: valuesOf(inputsOf(abi, "event", eventName, args), args) };
  });
}

/** The function that some calldata calls at a known contract; undefined where its ABI has no such function. */
export function decodeCall({ artifact: name }: KnownContract, input: Hex): Decoded | undefined {
  const { abi } = artifact(name);
  return attempted(() => {
    const { functionName, args } = decodeFunctionData({ abi, data: input });
    return { name: functionName, values: valuesOf(inputsOf(abi, "function", functionName, args), args) };
  });
}

function attempted(decode: () => Decoded): Decoded | undefined {
  try {
    return decode();
  } catch {
    // The bytes are anybody's: what cannot be read is shown as it is.
    return undefined;
  }
}

type Input = { name?: string; type: string; components?: readonly Input[] };

/** Of several with one name, the one with as many inputs as there are values. */
function inputsOf(abi: Abi, kind: "event" | "function", name: string, args: unknown): readonly Input[] {
  const count = args === undefined ? 0 : Object.keys(args as object).length;
  const found = abi.filter((one) => one.type === kind && one.name === name) as { inputs: readonly Input[] }[];
  return (found.find(({ inputs }) => inputs.length === count) ?? found[0])?.inputs ?? [];
}

/** Values come as a list, or by their names where all have one. */
function valuesOf(inputs: readonly Input[], args: unknown): Value[] {
  const given = (args ?? []) as Readonly<Record<string | number, unknown>>;
  return inputs.map((input, at) => asValue(input, given[Array.isArray(args) ? at : (input.name ?? at)]));
}

function asValue({ name = "", type, components = [] }: Input, value: unknown): Value {
  if (Array.isArray(value)) {
    const inner = type.replace(/\[[0-9]*\]$/, "");
    return { name, type, value: value.map((one, at) => asValue({ name: String(at), type: inner, components }, one)) };
  }
  if (typeof value === "object" && value !== null) return { name, type, value: valuesOf(components, value) };
  return { name, type, value: typeof value === "number" ? BigInt(value) : (value as Plain) };
}
