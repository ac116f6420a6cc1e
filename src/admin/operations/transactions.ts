// Transaction operations: drop one from the mempool.
import { isoTime } from "../../kernel/clock.ts";
import type { AdminHandlers } from "../handler.ts";
import { networkOfPath } from "../resolve-names.ts";

export const transactionHandlers: Pick<AdminHandlers, "dropTransaction"> = {
  dropTransaction: async (dependencies, { path }) => {
    const network = networkOfPath(dependencies.flow.world, path.network);
    const { sent_again_at, ...dropped } = await dependencies.flow.drop(network.symbol, path.hash);
    return { ...dropped, sent_again_at: sent_again_at === null ? null : isoTime(sent_again_at) };
  },
};
