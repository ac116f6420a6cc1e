// debug_traceBlockByNumber and debug_traceBlockByHash: all transactions of a block with a named tracer.
import type { Chain } from "../../../chains/chain.ts";
import { argument, hashArgument, refused } from "../../arguments.ts";
import type { BlockTags } from "../../block-tag.ts";
import type { GasLimits } from "../../gas-limits.ts";
import type { RpcBlock } from "../../header.ts";
import type { Handler } from "../../rpc-call.ts";
import { readTraceOptions, TRACERS } from "./debug.ts";
import { traceMany } from "./trace-many.ts";

export function blockTraceHandlers(tags: BlockTags, gasLimits: GasLimits): Record<string, Handler> {
  const traceBlock = async (chain: Chain, block: RpcBlock | null, asked: unknown, about: string): Promise<unknown> => {
    const { tracer, options } = readTraceOptions(asked);
    if (tracer === undefined) {
      throw refused(`a block is traced with a named tracer only, not in single steps: ${[...TRACERS].join(", ")}`);
    }
    if (block === null) throw refused(`block ${about} not found`);
    const traces = await traceMany<unknown>(chain, gasLimits, block.transactions, options);
    return traces.map(({ hash, trace }) => ({ txHash: hash, result: trace }));
  };
  return {
    async debug_traceBlockByNumber(call) {
      const asked = argument(call, 0);
      if (asked === "pending") throw refused("tracing on top of pending is not supported");
      const block = await findBlock(call.chain, tags.block(call.chain, asked));
      return traceBlock(call.chain, block, call.parameters[1], `#${String(asked)}`);
    },
    async debug_traceBlockByHash(call) {
      const hash = hashArgument(call, 0);
      const block = await call.chain.request<RpcBlock | null>("eth_getBlockByHash", [hash, false]);
      return traceBlock(call.chain, block, call.parameters[1], hash);
    },
  };
}

/** The block with its transaction hashes; `block` in the form that the engine accepts. */
export function findBlock(chain: Chain, block: unknown): Promise<RpcBlock | null> {
  return chain.request<RpcBlock | null>("eth_getBlockByNumber", [block, false]);
}
