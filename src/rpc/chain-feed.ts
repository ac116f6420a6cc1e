// Publishes chain changes to filters and subscriptions: pending transaction hashes, new heads, new and removed logs.
import type { Chain, Chains, Hex, MinedBlock } from "../chains/chain.ts";
import { BoundedMap } from "../kernel/bounded-map.ts";
import type { Log } from "../kernel/log.ts";
import { headerOf, type RpcBlock } from "./header.ts";
import type { RpcLog } from "./methods/logs.ts";

/** Applied blocks: those a reorg removed and those added, each in ascending order. */
export type BlockChange = { network: string; removed: readonly MinedBlock[]; added: readonly MinedBlock[] };

/** One change of a chain with the data that listeners need. */
export type ChainNotification = {
  network: string;
  /** Increases with every change of a network; a listener that was created at a higher sequence ignores the change. */
  sequence: number;
  pending: readonly Hex[];
  removedLogs: readonly RpcLog[];
  blocks: readonly BlockNotification[];
};

/** `header` is only set while a subscription to heads exists. */
type BlockNotification = { hash: Hex; logs: readonly RpcLog[]; header: unknown };

type NetworkState = {
  sequence: number;
  tail: Promise<void>;
  headListeners: number;
  /** Block hash → logs. The engine forgets the logs of an orphaned block, so they are stored here for `removed: true`. */
  logs: BoundedMap<Hex, readonly RpcLog[]>;
  /** Transaction hashes that were published as pending. */
  announced: BoundedMap<Hex, true>;
};

/** Blocks whose logs are stored per network; a deeper reorg sends no `removed: true` for older ones. */
const REMEMBERED_BLOCKS = 2_048;
const REMEMBERED_HASHES = 20_000;

type FeedDependencies = {
  chains: Chains;
  log: Log;
  onBlocks(listener: (change: BlockChange) => Promise<void>): () => void;
};

export class ChainFeed {
  readonly #chains: Chains;
  readonly #log: Log;
  readonly #tracks = new Map<string, NetworkState>();
  readonly #listeners = new Set<(notification: ChainNotification) => void>();
  readonly #stop: () => void;

  constructor({ chains, log, onBlocks }: FeedDependencies) {
    this.#chains = chains;
    this.#log = log;
    this.#stop = onBlocks((change) => this.#enqueue(change.network, (sequence) => this.#apply(change, sequence)));
  }

  listen(listener: (notification: ChainNotification) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The sequence of the latest change, published or not. */
  sequence(network: string): number {
    return this.#stateOf(network).sequence;
  }

  /** Resolves when every change so far has been published. */
  settled(network: string): Promise<void> {
    return this.#stateOf(network).tail;
  }

  /** Reads the headers of new blocks until the returned function is called. */
  wantHeads(network: string): () => void {
    const state = this.#stateOf(network);
    state.headListeners += 1;
    return () => {
      state.headListeners -= 1;
    };
  }

  /** Publishes the hash of an accepted transaction, once. */
  accepted(network: string, hash: Hex): void {
    void this.#enqueue(network, async (sequence) => {
      if (!remember(this.#stateOf(network).announced, hash)) return;
      this.#publish({ network, sequence, pending: [hash], removedLogs: [], blocks: [] });
    });
  }

  close(): void {
    this.#stop();
    this.#listeners.clear();
  }

  async #apply({ network, removed, added }: BlockChange, sequence: number): Promise<void> {
    const state = this.#stateOf(network);
    const removedLogs = removed.flatMap(({ hash }) => {
      const logs = state.logs.get(hash) ?? [];
      state.logs.delete(hash);
      return logs.map((one) => ({ ...one, removed: true }));
    });
    const pending: Hex[] = [];
    const blocks: BlockNotification[] = [];
    for (const block of added) {
      pending.push(...block.transactionHashes.filter((hash) => remember(state.announced, hash)));
      blocks.push(await readNotification(this.#chains.get(network), block, state));
    }
    this.#publish({ network, sequence, pending, removedLogs, blocks });
  }

  #publish(notification: ChainNotification): void {
    for (const listener of this.#listeners) listener(notification);
  }

  /** Publishes changes one after the other in the order they happened, however long their logs take to read. */
  #enqueue(network: string, work: (sequence: number) => Promise<void>): Promise<void> {
    const state = this.#stateOf(network);
    state.sequence += 1;
    const { sequence } = state;
    state.tail = state.tail
      .then(() => work(sequence))
      .catch((error) => this.#log.error({ error, network }, "a change of a chain could not be published"));
    return state.tail;
  }

  #stateOf(network: string): NetworkState {
    const known = this.#tracks.get(network);
    if (known) return known;
    const state = {
      sequence: 0,
      tail: Promise.resolve(),
      headListeners: 0,
      logs: new BoundedMap<Hex, readonly RpcLog[]>(REMEMBERED_BLOCKS),
      announced: new BoundedMap<Hex, true>(REMEMBERED_HASHES),
    };
    this.#tracks.set(network, state);
    return state;
  }
}

/** Reads logs and header of a block; one that a reorg has removed in the meantime has neither. */
async function readNotification(
  chain: Chain,
  { hash, transactionHashes }: MinedBlock,
  state: NetworkState,
): Promise<BlockNotification> {
  const read = chain.justMined(hash);
  let logs: readonly RpcLog[] = [];
  if (transactionHashes.length > 0) {
    const known = read?.logs as readonly RpcLog[] | undefined;
    logs = known ?? (await chain.request<RpcLog[]>("eth_getLogs", [{ blockHash: hash }]).catch(() => []));
  }
  if (logs.length > 0) state.logs.set(hash, logs);
  const wanted = state.headListeners > 0;
  const ask = (): Promise<RpcBlock | null> => chain.request<RpcBlock | null>("eth_getBlockByHash", [hash, false]);
  const found = wanted ? ((read?.block as RpcBlock | undefined) ?? (await ask())) : null;
  return { hash, logs, header: found === null ? undefined : headerOf(found) };
}

/** Adds a hash; false when it was known. */
function remember(hashes: Map<Hex, true>, hash: Hex): boolean {
  if (hashes.has(hash)) return false;
  hashes.set(hash, true);
  return true;
}
