// Blocks of a network with the records that they are about, removed ones too, and what waits for the next ones.
import type { Network } from "../../domain/network/network.ts";
import { type BlockCursor, type ListedBlock, pageOfBlocks } from "../../domain/record/block-store.ts";
import type { World } from "../../domain/world.ts";
import { formatAmount } from "../../kernel/amount.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminHandlers } from "../handler.ts";
import { GWEI_DECIMALS, recordViews, waitingOn } from "../records/pool.ts";
import { networkOfPath } from "../resolve-names.ts";

type Block = components["schemas"]["Block"];

const USUAL_BLOCKS = 20;
const USUAL_WAITING = 100;
/** Transactions whose records are looked for: of one block, and of all blocks of a page. */
const MAX_OF_BLOCK = 20;
const MAX_OF_PAGE = 200;

const FIRST_PAGE: BlockCursor = { height: Number.MAX_SAFE_INTEGER, id: 0 };

export const blockHandlers: Pick<AdminHandlers, "listBlocks" | "listWaitingTransactions"> = {
  listBlocks: ({ flow: { world } }, { path, query: { before, limit = USUAL_BLOCKS } }) => {
    const network = networkOfPath(world, path.network);
    const { rows, next } = pageOfBlocks(world.db, network.symbol, cursorOf(before), limit);
    let left = MAX_OF_PAGE;
    const items = rows.map((row) => {
      const most = Math.min(left, MAX_OF_BLOCK);
      const { block, looked } = blockView(world, network, row, most);
      left -= looked;
      return block;
    });
    return { items, next_before: next === null ? null : `${next.height}-${next.id}` };
  },
  listWaitingTransactions: (dependencies, { path, query: { limit = USUAL_WAITING } }) => {
    const { symbol } = networkOfPath(dependencies.flow.world, path.network);
    return waitingOn(dependencies, symbol, limit);
  },
};

/** A height alone begins below it. */
function cursorOf(before: string | undefined): BlockCursor {
  if (before === undefined) return FIRST_PAGE;
  const [height = "0", id = "0"] = before.split("-");
  return { height: Number(height), id: Number(id) };
}

function blockView(world: World, network: Network, row: ListedBlock, most: number): { block: Block; looked: number } {
  const hashes = JSON.parse(row.transactions) as string[];
  const looked = hashes.slice(0, most);
  const block = {
    number: row.height,
    hash: row.hash,
    parent_hash: row.parent_hash,
    time: isoTime(row.timestamp * 1_000),
    state: row.state === "done" ? ("canonical" as const) : ("orphaned" as const),
    transactions: hashes.length,
    base_fee_gwei: formatAmount(BigInt(row.base_fee), GWEI_DECIMALS),
    records: looked.flatMap((hash) => recordViews(world, network.symbol, hash)),
    more_records: looked.length < hashes.length,
  };
  return { block, looked: looked.length };
}
