// Completes the engine's transactions to the form of execution-apis: yParity, blockTimestamp, and chainId of legacy ones.
import { keccak256, numberToHex, parseTransaction } from "viem";
import type { Chain, Hex } from "../chains/chain.ts";
import { isObject } from "../kernel/is-object.ts";

/** A transaction object, null, or a hash, as the engine gives them. */
export function completeTransaction(chain: Chain, given: unknown): unknown {
  if (!isObject(given) || typeof given["hash"] !== "string") return given;
  return { ...given, ...signatureMembers(given), ...blockMembers(chain, given) };
}

/** A block with its transactions completed; a block that only names their hashes stays as it is. */
export function completeBlock<T>(chain: Chain, block: T): T {
  if (!isObject(block) || !Array.isArray(block["transactions"])) return block;
  return { ...block, transactions: block["transactions"].map((one) => completeTransaction(chain, one)) } as T;
}

/** A legacy transaction has its chain in `v` (EIP-155), or nowhere; any other has a parity. */
function signatureMembers({ type, v }: Record<string, unknown>): Record<string, unknown> {
  if (typeof v !== "string") return {};
  if (type !== "0x0" && type !== undefined) return { yParity: v };
  const value = BigInt(v);
  return value < 35n ? {} : { chainId: numberToHex((value - 35n) / 2n) };
}

function blockMembers(chain: Chain, { blockNumber, blockHash }: Record<string, unknown>): { blockTimestamp?: Hex } {
  if (typeof blockNumber !== "string") return {};
  const block = chain.blockAt(Number(blockNumber));
  return block === undefined || block.hash !== blockHash ? {} : { blockTimestamp: numberToHex(block.timestamp) };
}

const TYPES: Readonly<Record<string, Hex>> = { legacy: "0x0", eip2930: "0x1", eip1559: "0x2", eip7702: "0x4" };

/** A signed transaction that no node has seen, from its bytes. */
export function signedForm(raw: Hex): Record<string, unknown> {
  const { type, nonce = 0, gas = 0n, value = 0n, to = null, data = "0x", ...rest } = parseTransaction(raw);
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, chainId, accessList, authorizationList } = rest;
  const { r = "0x0", s = "0x0", v = 0n, yParity } = rest;
  const numbers = {
    nonce,
    gas,
    value,
    gasPrice: gasPrice ?? maxFeePerGas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    chainId,
  };
  // Quantities have no leading zeros, the words of a signature may.
  const signature = { r: BigInt(r), s: BigInt(s), v: v ?? yParity, yParity: type === "legacy" ? undefined : yParity };
  const isList = type !== "legacy";
  return {
    ...{ type: TYPES[String(type)], to, input: data, hash: keccak256(raw) },
    ...inHex({ ...numbers, ...signature }),
    ...(isList ? { accessList: accessList ?? [] } : {}),
    ...(authorizationList === undefined
      ? {}
      : { authorizationList: authorizationList.map((one) => inHex({ ...one })) }),
  };
}

/** Members that are set; numbers as quantities. */
function inHex(members: Record<string, unknown>): Record<string, unknown> {
  const set = Object.entries(members).filter(([, member]) => member !== undefined);
  const isNumber = (member: unknown): member is number | bigint =>
    typeof member === "number" || typeof member === "bigint";
  return Object.fromEntries(set.map(([name, member]) => [name, isNumber(member) ? numberToHex(member) : member]));
}
