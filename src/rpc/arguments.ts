// Reads and validates the parameters of a JSON-RPC call; helpers for the errors that refuse them.
import { isHash, isHex } from "viem";
import { type Hex, RpcError } from "../chains/chain.ts";
import { RPC_CODE } from "../chains/rpc-errors.ts";

type Parameters = { parameters: readonly unknown[] };

/** The parameter at an index. @throws RpcError -32602 when it is missing */
export function argument({ parameters }: Parameters, index: number): unknown {
  const value = parameters[index];
  if (value === undefined || value === null) throw invalid(`missing value for required argument ${index}`);
  return value;
}

/** An address of 20 bytes in hex, in the case that the client used. @throws RpcError -32602 */
export function addressArgument(call: Parameters, index: number): Hex {
  return address(argument(call, index), `argument ${index}`);
}

export function hashArgument(call: Parameters, index: number): Hex {
  const value = argument(call, index);
  if (typeof value !== "string" || !isHash(value)) throw invalid(`invalid argument ${index}: want 32 bytes of hex`);
  return value;
}

export function hexArgument(call: Parameters, index: number): Hex {
  return bytes(argument(call, index), `argument ${index}`);
}

/** Checks the format only: like geth, addresses are accepted with any checksum. @throws RpcError -32602 */
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

/** A quantity in hex (`0x1a`) or a non-negative integer, as a bigint. @throws RpcError -32602 */
export function quantity(value: unknown, what: string): bigint {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === "string" && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value);
  throw invalid(`invalid ${what}: want a quantity in hex`);
}

export function invalid(message: string): RpcError {
  return new RpcError(RPC_CODE.invalidParams, message);
}

/** An error with geth's general code -32000. */
export function refused(message: string): RpcError {
  return new RpcError(RPC_CODE.server, message);
}
