// Indexes a chain's new blocks: collects them back to the indexed chain, compares, applies them in one transaction.
import type { Chain, Hex, MinedBlock } from "../../chains/chain.ts";
import { unreadAddresses } from "../../domain/address/opening.ts";
import { type TailBlock, tailAt, tailHead } from "../../domain/chain-tail.ts";
import type { World } from "../../domain/world.ts";
import { assert } from "../../kernel/assert.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import { applyBlocks } from "./apply.ts";
import { compare, linked } from "./compare.ts";
import { type BlockFacts, readBlock } from "./read.ts";

/** The removed blocks and the added ones. */
export type ChainChange = { network: string; removed: TailBlock[]; added: BlockFacts[] };

/**
 * Writes in the transaction of the indexed blocks; gets the hashes of those that touch the platform: a leg of an address that it
 * watches, a platform attempt, or a transaction that had moved something of ours. What is booked for them waits for confirmations.
 */
export type AlsoWritten = (ours: ReadonlySet<string>) => void;

/**
 * Indexes everything between the indexed head and the chain's head. The journal rows of `mined` are finished in the same
 * transaction, which also includes the writes of `also`. `whenRead` is waited for when the blocks were read and nothing of them is
 * written.
 */
export async function indexBlocks(
  world: World,
  chain: Chain,
  mined: readonly MinedBlock[],
  also: AlsoWritten = () => {},
  whenRead?: () => Promise<void>,
): Promise<ChainChange> {
  const network = chain.definition.symbol;
  const blocks = await collectForAll(world, chain, whenRead);
  const first = blocks[0];
  if (first === undefined) return { network, removed: [], added: [] };
  assert(linked(blocks), "blocks that were read in link to each other", { network });
  const comparison = compare(tailHead(world.db, network), first, tailAt(world.db, network, first.number - 1)?.hash);
  const removed = comparison.kind === "reorg" ? removedBlocks(world, network, comparison.fromHeight) : [];
  world.db.transaction(() => {
    for (const block of mined) chain.finish(block, comparison.kind === "extend" && block.number >= first.number);
    also(new Set(blocks.filter(({ transactions }) => transactions.length > 0).map(({ hash }) => hash)));
    applyBlocks(world, { network, reorgFrom: comparison.kind === "reorg" ? comparison.fromHeight : undefined, blocks });
    failpoint("block.before_done_commit");
  });
  return { network, removed, added: blocks };
}

/**
 * An address of a block may be assigned while the block is read: then it is read again, because it comes after the assignment.
 * Nothing is awaited between the last look and the transaction.
 */
async function collectForAll(world: World, chain: Chain, whenRead?: () => Promise<void>): Promise<BlockFacts[]> {
  const network = chain.definition.symbol;
  for (let isFirst = true; ; isFirst = false) {
    const before = new Set(unreadAddresses(world.db, network));
    const blocks = await collect(world, chain);
    if (isFirst) await whenRead?.();
    const assigned = unreadAddresses(world.db, network).filter((address) => !before.has(address));
    if (!assigned.some((address) => blocks.some(({ parties }) => parties.has(address)))) return blocks;
  }
}

/** New blocks, lowest first: from the head back to the first hash that is indexed at its height. */
async function collect(world: World, chain: Chain): Promise<BlockFacts[]> {
  const network = chain.definition.symbol;
  const blocks: BlockFacts[] = [];
  let height = chain.head.number;
  let hash: Hex = chain.head.hash;
  while (height >= 0 && tailAt(world.db, network, height)?.hash !== hash) {
    const block = await readBlock(world, chain, hash);
    blocks.unshift(block);
    height -= 1;
    hash = block.parentHash;
  }
  return blocks;
}

function removedBlocks(world: World, network: string, fromHeight: number): TailBlock[] {
  const removed: TailBlock[] = [];
  for (let height = fromHeight; ; height += 1) {
    const block = tailAt(world.db, network, height);
    if (block === undefined) return removed;
    removed.push(block);
  }
}
