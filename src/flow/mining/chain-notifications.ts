// A change of a chain as those who listen to it are told.
import type { Hex, MinedBlock } from "../../chains/chain.ts";
import type { ChainChange } from "../indexer/index-blocks.ts";

/** Told of a change; a promise is one of having read what it needs of the blocks, which a reorg waits for. */
export type ChainListener = (change: {
  network: string;
  removed: readonly MinedBlock[];
  added: readonly MinedBlock[];
}) => void | Promise<void>;

/** As listeners hear it; of removed blocks only the links are known any more. */
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
