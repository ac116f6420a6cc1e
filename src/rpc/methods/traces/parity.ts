// trace_transaction, trace_block and trace_filter: the engine's flatCallTracer, which gives the form of these methods.
import type { Chain, Hex } from "../../../chains/chain.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { address, argument, hashArgument, invalid, quantity, refused } from "../../arguments.ts";
import type { BlockTags } from "../../block-tag.ts";
import type { GasLimits } from "../../gas-limits.ts";
import type { Handler } from "../../rpc-call.ts";
import { findBlock } from "./block.ts";
import { traceMany } from "./trace-many.ts";

/** Blocks in the range of one trace_filter. */
export const MAX_FILTER_BLOCKS = 10_000;

/** One call of a transaction. */
type FlatTrace = { action: { from?: Hex; to?: Hex }; result?: { address?: Hex } | null } & Record<string, unknown>;

const FLAT = { tracer: "flatCallTracer" };
const FILTER_MEMBERS = new Set(["fromBlock", "toBlock", "fromAddress", "toAddress", "after", "count", "mode"]);

export function parityTraceHandlers(tags: BlockTags, gasLimits: GasLimits): Record<string, Handler> {
  const flat = async (chain: Chain, hashes: readonly Hex[]): Promise<FlatTrace[]> =>
    (await traceMany<FlatTrace[]>(chain, gasLimits, hashes, FLAT)).flatMap(({ trace }) => trace);
  return {
    async trace_transaction(call) {
      const hash = hashArgument(call, 0);
      const known = await call.chain.request("eth_getTransactionReceipt", [hash]);
      return known === null ? null : flat(call.chain, [hash]);
    },
    async trace_block(call) {
      const asked = argument(call, 0);
      if (asked === "pending") throw refused("tracing on top of pending is not supported");
      const block = await findBlock(call.chain, tags.block(call.chain, asked));
      return block === null ? null : flat(call.chain, block.transactions);
    },
    async trace_filter({ chain, parameters }) {
      const filter = readFilter(parameters[0] ?? {});
      const [from, to] = [heightOf(chain, tags, filter.from, 0), heightOf(chain, tags, filter.to)];
      const hashes = transactionsBetween(chain, from, Math.min(to, chain.head.number));
      const found = (await flat(chain, hashes)).filter(filter.matches);
      return found.slice(filter.after, filter.after + (filter.count ?? found.length));
    },
  };
}

type TraceFilter = {
  from: unknown;
  to: unknown;
  after: number;
  count: number | undefined;
  matches(trace: FlatTrace): boolean;
};

/** @throws RpcError -32602 for anything that this filter does not have */
function readFilter(value: unknown): TraceFilter {
  if (!isObject(value)) throw invalid("invalid argument 0: want a filter object");
  const given = Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
  const unknown = Object.keys(given).find((name) => !FILTER_MEMBERS.has(name));
  if (unknown !== undefined) throw invalid(`trace_filter has no member ${JSON.stringify(unknown)}`);
  const { fromBlock, toBlock, after, count, mode = "intersection" } = given;
  if (mode !== "intersection" && mode !== "union") throw invalid("invalid mode: want intersection or union");
  const [senders, receivers] = [addressesIn(given, "fromAddress"), addressesIn(given, "toAddress")];
  return {
    from: fromBlock,
    to: toBlock,
    after: after === undefined ? 0 : Number(quantity(after, "after")),
    count: count === undefined ? undefined : Number(quantity(count, "count")),
    matches({ action, result }) {
      const sent = senders?.has((action.from ?? "").toLowerCase());
      const received = receivers?.has((action.to ?? result?.address ?? "").toLowerCase());
      if (mode === "union" && senders && receivers) return sent === true || received === true;
      return sent !== false && received !== false;
    },
  };
}

/** Undefined means any address. */
function addressesIn(filter: Record<string, unknown>, name: string): ReadonlySet<string> | undefined {
  const given = filter[name];
  if (given === undefined) return undefined;
  const list: unknown[] = Array.isArray(given) ? given : [given];
  return list.length === 0 ? undefined : new Set(list.map((one) => address(one, name).toLowerCase()));
}

/** `otherwise`: the height without a bound. */
function heightOf(chain: Chain, tags: BlockTags, bound: unknown, otherwise = chain.head.number): number {
  if (bound === undefined) return otherwise;
  const block = tags.block(chain, bound);
  if (block === "earliest") return 0;
  if (block === "latest" || block === "pending") return chain.head.number;
  return Number(quantity(block, "block number"));
}

/** The journal knows which blocks have transactions, so empty ones cost nothing. @throws RpcError for a range that is too long */
function transactionsBetween(chain: Chain, from: number, to: number): Hex[] {
  if (to - from >= MAX_FILTER_BLOCKS) {
    throw refused(`a range of ${to - from + 1} blocks is too long (limit ${MAX_FILTER_BLOCKS})`);
  }
  const heights = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return heights.flatMap((height) => [...(chain.blockAt(height)?.transactionHashes ?? [])]);
}
