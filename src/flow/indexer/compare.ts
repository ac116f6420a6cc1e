// The chain against what we have read of it: how it goes on, or where it has changed its mind.

export type ChainLink = { number: number; hash: string; parentHash: string };

/** `extend`: the blocks follow our last one. `reorg`: blocks of ours at and above `fromHeight` are gone. */
export type Comparison = { kind: "extend" } | { kind: "reorg"; fromHeight: number };

/**
 * Compares new blocks (linked, lowest first) with our head.
 * @throws when the blocks do not link, or do not join our chain: nothing may be read in then.
 */
export function compare(
  head: { height: number } | undefined,
  joint: ChainLink,
  tailHashBelow: string | undefined,
): Comparison {
  const next = head === undefined ? 0 : head.height + 1;
  if (joint.number > next) throw new RangeError(`block ${joint.number} leaves a gap behind ${next - 1}`);
  if (joint.number > 0 && tailHashBelow !== joint.parentHash)
    throw new RangeError(`block ${joint.number} does not join our chain`);
  return joint.number === next ? { kind: "extend" } : { kind: "reorg", fromHeight: joint.number };
}

/** True when each block names the one before it as its parent. */
export function linked(blocks: readonly ChainLink[]): boolean {
  return blocks.every((block, index) => {
    const before = blocks[index - 1];
    return before === undefined || (before.hash === block.parentHash && before.number + 1 === block.number);
  });
}
