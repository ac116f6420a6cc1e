// What happens on the chains, as filters and subscriptions are told it: pending hashes, new heads, new and removed logs.
import type { Chain, Chains, Hex, MinedBlock } from "../chains/chain.ts";
import type { Log } from "../kernel/log.ts";
import { headerOf, type RpcBlock } from "./header.ts";
import type { RpcLog } from "./methods/logs.ts";

/** Applied blocks: removed ones (reorg) and added ones, each in their order. */
export type BlockChange = { network: string; removed: readonly MinedBlock[]; added: readonly MinedBlock[] };

/** One change of a chain, with all that listeners need of it. */
export type ChainNotification = {
  network: string;
  /** Grows with every change of the network; whoever came later than this is not meant. */
  sequence: number;
  pending: readonly Hex[];
  removedLogs: readonly RpcLog[];
  blocks: readonly ToldBlock[];
};

/** `header` is there when somebody listens to heads. */
type ToldBlock = { hash: Hex; logs: readonly RpcLog[]; header: unknown };

type Track = {
  sequence: number;
  tail: Promise<void>;
  headListeners: number;
  /** The engine forgets an orphaned block with its logs, so they are kept for the day it is removed. Block hash → logs. */
  logs: Map<Hex, readonly RpcLog[]>;
  /** Hashes that were told as pending. */
  told: Set<Hex>;
};

/** Blocks with logs that are remembered a network: deeper reorgs than this send no `removed: true`. */
const REMEMBERED_BLOCKS = 2_048;
const REMEMBERED_HASHES = 20_000;

type FeedParts = { chains: Chains; log: Log; onBlocks(listener: (change: BlockChange) => Promise<void>): () => void };

export class ChainFeed {
  readonly #chains: Chains;
  readonly #log: Log;
  readonly #tracks = new Map<string, Track>();
  readonly #listeners = new Set<(news: ChainNotification) => void>();
  readonly #stop: () => void;

  constructor({ chains, log, onBlocks }: FeedParts) {
    this.#chains = chains;
    this.#log = log;
    this.#stop = onBlocks((change) => this.#enqueue(change.network, (sequence) => this.#apply(change, sequence)));
  }

  listen(listener: (news: ChainNotification) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The sequence of the latest change, told already or not. */
  sequence(network: string): number {
    return this.#track(network).sequence;
  }

  /** Resolves when every change so far has been told. */
  settled(network: string): Promise<void> {
    return this.#track(network).tail;
  }

  /** Has headers read for as long as somebody listens to them. Returns the release. */
  wantHeads(network: string): () => void {
    const track = this.#track(network);
    track.headListeners += 1;
    return () => {
      track.headListeners -= 1;
    };
  }

  /** Tells of a transaction that was accepted; one hash is told once. */
  accepted(network: string, hash: Hex): void {
    void this.#enqueue(network, async (sequence) => {
      if (!remember(this.#track(network).told, hash)) return;
      this.#tell({ network, sequence, pending: [hash], removedLogs: [], blocks: [] });
    });
  }

  close(): void {
    this.#stop();
    this.#listeners.clear();
  }

  async #apply({ network, removed, added }: BlockChange, sequence: number): Promise<void> {
    const track = this.#track(network);
    const removedLogs = removed.flatMap(({ hash }) => {
      const logs = track.logs.get(hash) ?? [];
      track.logs.delete(hash);
      return logs.map((one) => ({ ...one, removed: true }));
    });
    const pending: Hex[] = [];
    const blocks: ToldBlock[] = [];
    for (const block of added) {
      pending.push(...block.transactionHashes.filter((hash) => remember(track.told, hash)));
      blocks.push(await readBlock(this.#chains.get(network), block, track));
    }
    this.#tell({ network, sequence, pending, removedLogs, blocks });
  }

  #tell(news: ChainNotification): void {
    for (const listener of this.#listeners) listener(news);
  }

  /** Changes are told one after the other, in the order they happened, however long their logs take to read. */
  #enqueue(network: string, work: (sequence: number) => Promise<void>): Promise<void> {
    const track = this.#track(network);
    track.sequence += 1;
    const { sequence } = track;
    track.tail = track.tail
      .then(() => work(sequence))
      .catch((error) => this.#log.error({ error, network }, "a change of a chain could not be told"));
    return track.tail;
  }

  #track(network: string): Track {
    const known = this.#tracks.get(network);
    if (known) return known;
    const track = { sequence: 0, tail: Promise.resolve(), headListeners: 0, logs: new Map(), told: new Set<Hex>() };
    this.#tracks.set(network, track);
    return track;
  }
}

/** Reads what listeners are told of a block; one that a reorg took in the meantime has no logs and no header. */
async function readBlock(chain: Chain, { hash, transactionHashes }: MinedBlock, track: Track): Promise<ToldBlock> {
  let logs: readonly RpcLog[] = [];
  if (transactionHashes.length > 0) {
    logs = await chain.request<RpcLog[]>("eth_getLogs", [{ blockHash: hash }]).catch(() => []);
  }
  if (logs.length > 0) {
    track.logs.set(hash, logs);
    if (track.logs.size > REMEMBERED_BLOCKS) forgetFirst(track.logs);
  }
  const wanted = track.headListeners > 0;
  const found = wanted ? await chain.request<RpcBlock | null>("eth_getBlockByHash", [hash, false]) : null;
  return { hash, logs, header: found === null ? undefined : headerOf(found) };
}

/** Adds a hash; false when it was there. */
function remember(told: Set<Hex>, hash: Hex): boolean {
  if (told.has(hash)) return false;
  told.add(hash);
  if (told.size > REMEMBERED_HASHES) forgetFirst(told);
  return true;
}

function forgetFirst(kept: Map<Hex, unknown> | Set<Hex>): void {
  const first = kept.keys().next();
  if (!first.done) kept.delete(first.value);
}
