// Compares new blocks with the indexed chain: an extension or a reorg.

export type ChainLink = { number: number; hash: string; parentHash: string };

/** `extend`: the blocks follow the indexed head. `reorg`: indexed blocks at and above `fromHeight` were removed. */
export type Comparison = { kind: "extend" } | { kind: "reorg"; fromHeight: number };

/**
 * Compares new blocks (linked, lowest first) with the indexed head.
 * @throws when the blocks do not link, or do not join the indexed chain: then nothing may be indexed.
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
