// Calldata of the tokens' functions and decoding of their Transfer logs (R-027).
import {
  concat,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from "viem";
import { MULTICALL_ADDRESS } from "./artifact.ts";
import type { Chain } from "./chain.ts";

/** The token functions that the sandbox calls itself; clients use the full ABI of the artifact. */
export const TOKEN_ABI = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function transfer(address to, uint256 value) returns (bool)",
  "function approve(address spender, uint256 value) returns (bool)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function transferFrom(address from, address to, uint256 value) returns (bool)",
  "function mint(address to, uint256 value) returns (bool)",
  "function pause()",
  "function unpause()",
  "function blacklist(address account)",
  "function unBlacklist(address account)",
]);

/** Calldata of `paused()`. */
export const PAUSED_CALL: Hex = toFunctionSelector("function paused() view returns (bool)");

/** Topic 0 of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** The members of an `eth_getLogs` entry that are read here. */
export type TokenLog = { address: Hex; topics: readonly Hex[]; data: Hex };

/** One ERC-20 transfer. Addresses are lower-case, `value` is in base units. */
export type TokenTransfer = { token: Hex; from: Hex; to: Hex; value: bigint };

const WORD_DIGITS = 64;
const ADDRESS_TOPIC = /^0x0{24}([0-9a-f]{40})$/;

/**
 * Decodes a Transfer log: three topics, both addresses with zero upper bytes, exactly 32 bytes of data. Logs of other
 * standards and malformed ones give undefined (H-02). Whether the emitter is a known token is not checked here.
 */
export function decodeTransfer(log: TokenLog): TokenTransfer | undefined {
  const [topic, from, to, ...more] = log.topics;
  if (topic !== TRANSFER_TOPIC || from === undefined || to === undefined || more.length > 0) return undefined;
  const sender = ADDRESS_TOPIC.exec(from.toLowerCase())?.[1];
  const receiver = ADDRESS_TOPIC.exec(to.toLowerCase())?.[1];
  if (sender === undefined || receiver === undefined || log.data.length !== WORD_DIGITS + 2) return undefined;
  return {
    token: log.address.toLowerCase() as Hex,
    from: `0x${sender}`,
    to: `0x${receiver}`,
    value: BigInt(log.data),
  };
}

/** Calldata of `transfer`; `value` in base units. */
export function encodeTransfer(to: string, value: bigint): Hex {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName: "transfer", args: [getAddress(to), value] });
}

/** Calldata of `transfer(address,uint256)` and `transferFrom(address,address,uint256)`: the words that are addresses. */
const TRANSFER_CALL = /^0x(?:a9059cbb|23b872dd[0-9a-f]{64})0{24}([0-9a-f]{40})/i;

/** The receiver that the calldata of `transfer` or `transferFrom` names, lower-case; undefined for other calldata. */
export function transferReceiver(calldata: Hex): Hex | undefined {
  const receiver = TRANSFER_CALL.exec(calldata)?.[1];
  return receiver === undefined ? undefined : `0x${receiver.toLowerCase()}`;
}

/** Calldata of `mint` (owner only); `value` in base units. */
export function encodeMint(to: string, value: bigint): Hex {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName: "mint", args: [getAddress(to), value] });
}

/** Calldata of `pause` or `unpause` (owner only). */
export function encodePause(functionName: "pause" | "unpause"): Hex {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName });
}

/** Calldata of `blacklist` or `unBlacklist` (owner only). */
export function encodeBlacklist(call: "blacklist" | "unblacklist", account: string): Hex {
  const functionName = call === "blacklist" ? "blacklist" : "unBlacklist";
  return encodeFunctionData({ abi: TOKEN_ABI, functionName, args: [getAddress(account)] });
}

/** What Multicall3 may still spend of an account's tokens, base units, in the latest block. */
export async function readAllowance(chain: Pick<Chain, "request">, token: string, account: string): Promise<bigint> {
  const args = [getAddress(account), MULTICALL_ADDRESS] as const;
  const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: "allowance", args });
  return BigInt(await chain.request<Hex>("eth_call", [{ to: token, data }, "latest"]));
}

/** Calldata of `approve` for Multicall3; `value` in base units. */
export function encodeApproveMulticall(value: bigint): Hex {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName: "approve", args: [MULTICALL_ADDRESS, value] });
}

/** A transfer in a transaction of several; `token` is the zero address for the native coin. `raw` in base units. */
export type TransferLeg = { token: string; to: string; raw: bigint };

const MULTICALL_ABI = parseAbi([
  "function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable",
]);

/** Calldata of Multicall3 that makes all transfers in their order, or none: tokens from `from`, native coin from what comes with the call. */
export function encodeTransfers(from: string, legs: readonly TransferLeg[]): Hex {
  const calls = legs.map(({ token, to, raw }) => {
    if (BigInt(token) === 0n) return { target: getAddress(to), allowFailure: false, value: raw, callData: "0x" as Hex };
    const args = [getAddress(from), getAddress(to), raw] as const;
    const callData = encodeFunctionData({ abi: TOKEN_ABI, functionName: "transferFrom", args });
    return { target: getAddress(token), allowFailure: false, value: 0n, callData };
  });
  return encodeFunctionData({ abi: MULTICALL_ABI, functionName: "aggregate3Value", args: [calls] });
}

/** A balance to read: of a token, or of the native coin (the zero address). */
export type WantedBalance = { token: string; account: string };

/** Balances of one call: far below its gas limit. */
const MAX_BALANCES = 200;

const AGGREGATE = toFunctionSelector("function aggregate3((address,bool,bytes)[])");
const COIN_OF = toFunctionSelector("function getEthBalance(address)");
const BALANCE_OF = toFunctionSelector("function balanceOf(address)");
const CALLS = parseAbiParameters("(address target, bool allowFailure, bytes callData)[]");
const RESULTS = parseAbiParameters("(bool success, bytes data)[]");

/** Balances in base units as of a block, in the order of `wanted`: one call of Multicall3 for all, because each call has its price. */
export async function readBalances(
  chain: Pick<Chain, "request">,
  wanted: readonly WantedBalance[],
  block: number | "latest",
): Promise<bigint[]> {
  const balances: bigint[] = [];
  for (let start = 0; start < wanted.length; start += MAX_BALANCES) {
    const calls = wanted.slice(start, start + MAX_BALANCES).map(({ token, account }) => {
      const isCoin = BigInt(token) === 0n;
      const callData = concat([isCoin ? COIN_OF : BALANCE_OF, pad(account.toLowerCase() as Hex)]);
      return { target: isCoin ? MULTICALL_ADDRESS : (token as Hex), allowFailure: false, callData };
    });
    const data = concat([AGGREGATE, encodeAbiParameters(CALLS, [calls])]);
    const answer = await chain.request<Hex>("eth_call", [{ to: MULTICALL_ADDRESS, data }, blockTag(block)]);
    const [results] = decodeAbiParameters(RESULTS, answer);
    balances.push(...results.map((result) => BigInt(result.data)));
  }
  return balances;
}

function blockTag(block: number | "latest"): string {
  return block === "latest" ? block : numberToHex(block);
}

/** Base units that an account holds of a token (the zero address: native coin), as of a block. */
export async function readBalance(
  chain: Pick<Chain, "request">,
  token: string,
  account: string,
  block: number | "latest",
): Promise<bigint> {
  return BigInt(await askBalance(chain, token, account, block));
}

/** The same as the node answers it: `0x` where the token's address has no code. */
export function askBalance(
  chain: Pick<Chain, "request">,
  token: string,
  account: string,
  block: number | "latest",
): Promise<Hex> {
  const at = blockTag(block);
  return BigInt(token) === 0n
    ? chain.request<Hex>("eth_getBalance", [account, at])
    : chain.request<Hex>("eth_call", [{ to: token, data: encodeBalanceOf(account) }, at]);
}

/** Calldata of `balanceOf`, for `eth_call`. */
export function encodeBalanceOf(account: string): Hex {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName: "balanceOf", args: [getAddress(account)] });
}
