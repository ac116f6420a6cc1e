// Single transactions of a chain: taking one out of the pool.
import { isoTime } from "../../kernel/clock.ts";
import type { AdminHandlers } from "../handler.ts";
import { networkOfPath } from "../resolve-names.ts";

export const transactionHandlers: Pick<AdminHandlers, "dropTransaction"> = {
  dropTransaction: async (parts, { path }) => {
    const network = networkOfPath(parts.flow.world, path.network);
    const { sent_again_at, ...dropped } = await parts.flow.drop(network.symbol, path.hash);
    return { ...dropped, sent_again_at: sent_again_at === null ? null : isoTime(sent_again_at) };
  },
};
