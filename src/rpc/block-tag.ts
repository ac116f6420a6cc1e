// Resolves block parameters: `safe` and `finalized` become the height that the sandbox says, because the engine answers both with its head.
import { numberToHex } from "viem";
import type { Chain } from "../chains/chain.ts";
import { isObject } from "../kernel/is-object.ts";
import { invalid } from "./arguments.ts";
import { type CallBlocks, type ChainTime, createCallBlocks } from "./call-block.ts";

/** The block that a tag names on a network: the confirmed height, or one of the age that was asked for. */
export type TaggedHeight = (network: string, lag: "safeMs" | "finalizedMs") => number;

export type BlockTags = {
  /** A block parameter in the form that the engine accepts. @throws RpcError -32602 */
  block(chain: Chain, value: unknown): unknown;
  /** A log filter with both bounds in that form, limited to existing blocks. */
  range(chain: Chain, filter: Record<string, unknown>): Record<string, unknown>;
} & CallBlocks;

export function createBlockTags(taggedHeight: TaggedHeight, time: ChainTime): BlockTags {
  const block = (chain: Chain, value: unknown): unknown => {
    if (isObject(value) && "blockNumber" in value && !("blockHash" in value)) return block(chain, value["blockNumber"]);
    if (value !== "safe" && value !== "finalized") return validated(value);
    return numberToHex(
      Math.min(
        Math.max(0, taggedHeight(chain.definition.symbol, value === "safe" ? "safeMs" : "finalizedMs")),
        chain.head.number,
      ),
    );
  };
  const range = (chain: Chain, filter: Record<string, unknown>): Record<string, unknown> => {
    const bounded = { ...filter };
    for (const bound of ["fromBlock", "toBlock"]) {
      if (bounded[bound] === null) delete bounded[bound];
      else if (bound in bounded) bounded[bound] = block(chain, bounded[bound]);
    }
    return limitToHead(chain, bounded);
  };
  return { block, range, ...createCallBlocks(block, time) };
}

const TAGS = new Set(["latest", "pending", "earliest"]);

/** Accepts a tag, a quantity or an object with a hash; the engine would report anything else as a missing method. */
function validated(value: unknown): unknown {
  const isText = typeof value === "string";
  if (!isText || TAGS.has(value) || /^0x[0-9a-fA-F]+$/.test(value)) return value;
  throw invalid(`invalid argument: ${JSON.stringify(value)} is no block number or tag`);
}

/** Limits the range to existing blocks: the engine visits every height of the range, so one far bound would block it for days. */
function limitToHead(chain: Chain, bounded: Record<string, unknown>): Record<string, unknown> {
  const [from, to] = [heightOf(bounded["fromBlock"]), heightOf(bounded["toBlock"])];
  const last = BigInt(chain.head.number);
  const start = from === undefined || from < last ? last : from;
  return to === undefined || to <= start ? bounded : { ...bounded, toBlock: numberToHex(start) };
}

function heightOf(value: unknown): bigint | undefined {
  return typeof value === "string" && /^0x[0-9a-fA-F]+$/.test(value) ? BigInt(value) : undefined;
}
