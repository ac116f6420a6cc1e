// The tokens' calls and logs: calldata for transfers and the owner's acts, and what counts as a Transfer (R-027).
import { encodeFunctionData, getAddress, type Hex, parseAbi } from "viem";

/** What the sandbox itself calls of a token; clients have the whole artifact. */
export const TOKEN_ABI = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function transfer(address to, uint256 value) returns (bool)",
  "function mint(address to, uint256 value) returns (bool)",
  "function pause()",
  "function unpause()",
  "function blacklist(address account)",
  "function unBlacklist(address account)",
]);

/** Topic 0 of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** A log as `eth_getLogs` answers it, as far as it is read here. */
export type TokenLog = { address: Hex; topics: readonly Hex[]; data: Hex };

/** One ERC-20 movement. Addresses are lower-case, `value` is in base units. */
export type TokenTransfer = { token: Hex; from: Hex; to: Hex; value: bigint };

const WORD_DIGITS = 64;
const ADDRESS_TOPIC = /^0x0{24}([0-9a-f]{40})$/;

/**
 * Reads a Transfer: three topics, both addresses with zero upper bytes, exactly 32 bytes of data. Anything else is
 * another standard's log or a malformed one, and undefined (H-02). Whether the emitter is a token is not asked here.
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

/** Calldata that moves `value` base units of the called token from the sender to `to`. */
export function encodeTransfer(to: string, value: bigint): Hex {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName: "transfer", args: [getAddress(to), value] });
}

/** Calldata with which the token's owner makes `value` base units for `to`. */
export function encodeMint(to: string, value: bigint): Hex {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName: "mint", args: [getAddress(to), value] });
}

/** Calldata with which the token's owner stops every movement of it, or lets them go on. */
export function encodePause(act: "pause" | "unpause"): Hex {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName: act });
}

/** Calldata with which the token's owner stops one account, or lets it go on. */
export function encodeBlacklist(act: "blacklist" | "unblacklist", account: string): Hex {
  const functionName = act === "blacklist" ? "blacklist" : "unBlacklist";
  return encodeFunctionData({ abi: TOKEN_ABI, functionName, args: [getAddress(account)] });
}

/** Calldata of `balanceOf`, for `eth_call`. */
export function encodeBalanceOf(account: string): Hex {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName: "balanceOf", args: [getAddress(account)] });
}
