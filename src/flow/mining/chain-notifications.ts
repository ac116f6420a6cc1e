// Notifications of chain changes for listeners.
import type { Hex, MinedBlock } from "../../chains/chain.ts";
import type { ChainChange } from "../indexer/index-blocks.ts";

/** Receives a change; its promise resolves when the listener has read the blocks, and a reorg waits for it. */
export type ChainListener = (change: {
  network: string;
  removed: readonly MinedBlock[];
  added: readonly MinedBlock[];
}) => void | Promise<void>;

/** Converts a change to a notification; removed blocks carry only number, hashes and time. */
export function toNotification(
  { network, removed, added }: ChainChange,
  mined: readonly MinedBlock[],
): Parameters<ChainListener>[0] {
  const hashes = new Map(mined.map((block) => [block.hash, block.transactionHashes]));
  return {
    network,
    removed: removed.map(({ height, hash, parent_hash, timestamp }) => ({
      network,
      number: height,
      hash: hash as Hex,
      parentHash: parent_hash as Hex,
      timestamp,
      transactionHashes: [],
    })),
    added: added.map(({ number, hash, parentHash, timestamp }) => ({
      network,
      number,
      hash,
      parentHash,
      timestamp,
      transactionHashes: hashes.get(hash) ?? [],
    })),
  };
}
