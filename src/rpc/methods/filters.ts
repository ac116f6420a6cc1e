// Methods of polled filters.
import { isObject } from "../../kernel/is-object.ts";
import { argument, refused } from "../arguments.ts";
import type { BlockTags } from "../block-tag.ts";
import type { ChainFeed } from "../chain-feed.ts";
import type { ConfirmationWaits } from "../confirmation-waits.ts";
import type { Filters } from "../filters.ts";
import type { Handler, RpcCall } from "../rpc-call.ts";
import { readCriteria } from "./logs.ts";

export function filterHandlers(
  filters: Filters,
  feed: ChainFeed,
  tags: BlockTags,
  waits: ConfirmationWaits,
): Record<string, Handler> {
  const networkOf = ({ chain }: RpcCall): string => chain.definition.symbol;
  return {
    eth_newBlockFilter: (call) => filters.install(networkOf(call), { name: "blocks" }),
    eth_newPendingTransactionFilter: (call) => filters.install(networkOf(call), { name: "pending" }),
    eth_newFilter(call) {
      const asked = call.parameters[0] ?? {};
      const criteria = readCriteria(asked);
      return filters.install(networkOf(call), { name: "logs", criteria, asked });
    },
    async eth_getFilterChanges(call) {
      const filter = filters.poll(networkOf(call), argument(call, 0));
      if (filter.kind.name === "blocks") await waits.headPolled(filter.network);
      // Blocks applied before this poll belong to its response, even if their logs are still being read.
      await feed.settled(filter.network);
      return filter.items.splice(0);
    },
    eth_getFilterLogs(call) {
      const { kind } = filters.poll(networkOf(call), argument(call, 0));
      if (kind.name !== "logs") throw refused("filter not found");
      const asked = isObject(kind.asked) ? kind.asked : {};
      return call.chain.request("eth_getLogs", [tags.range(call.chain, asked)]);
    },
    eth_uninstallFilter: (call) => filters.uninstall(networkOf(call), argument(call, 0)),
  };
}
