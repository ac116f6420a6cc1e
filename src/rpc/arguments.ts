// How handlers read the arguments of a call, and how they refuse them.
import { isHash, isHex } from "viem";
import { type Hex, RpcError } from "../chains/chain.ts";
import { RPC_CODE } from "../chains/rpc-errors.ts";

type Given = { parameters: readonly unknown[] };

/** The argument at an index; -32602 when it is missing. */
export function argument({ parameters }: Given, index: number): unknown {
  const value = parameters[index];
  if (value === undefined || value === null) throw invalid(`missing value for required argument ${index}`);
  return value;
}

/** Twenty bytes of hex in any case; the spelling of the client is kept. */
export function addressArgument(call: Given, index: number): Hex {
  return address(argument(call, index), `argument ${index}`);
}

export function hashArgument(call: Given, index: number): Hex {
  const value = argument(call, index);
  if (typeof value !== "string" || !isHash(value)) throw invalid(`invalid argument ${index}: want 32 bytes of hex`);
  return value;
}

export function hexArgument(call: Given, index: number): Hex {
  return bytes(argument(call, index), `argument ${index}`);
}

/** Checks the form alone: geth takes addresses in any case, checksum or not. */
export function address(value: unknown, what: string): Hex {
  if (typeof value !== "string" || !/^0x[0-9a-fA-F]{40}$/.test(value)) {
    throw invalid(`invalid ${what}: want an address of 20 bytes in hex`);
  }
  return value as Hex;
}

export function bytes(value: unknown, what: string): Hex {
  if (!isHex(value) || value.length % 2 !== 0) throw invalid(`invalid ${what}: want bytes in hex`);
  return value;
}

/** A quantity in hex (`0x1a`), or a plain non-negative integer, as a bigint. */
export function quantity(value: unknown, what: string): bigint {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === "string" && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value);
  throw invalid(`invalid ${what}: want a quantity in hex`);
}

export function invalid(message: string): RpcError {
  return new RpcError(RPC_CODE.invalidParams, message);
}

/** A refusal that carries geth's general code. */
export function refused(message: string): RpcError {
  return new RpcError(RPC_CODE.server, message);
}
