// Indexes the new blocks of the chains, in one transaction each, and tells listeners; remembers what a storage fault kept from it.
import type { Chains, MinedBlock } from "../../chains/chain.ts";
import { StorageFault } from "../../db/storage-fault.ts";
import type { World } from "../../domain/world.ts";
import { type Instrument, noInstrument } from "../../kernel/instrumentation.ts";
import type { Log } from "../../kernel/log.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { type AlsoWritten, indexBlocks } from "../indexer/index-blocks.ts";
import { recordPausedTokens } from "../indexer/paused-tokens.ts";
import { warnOfUnknownTokens } from "../indexer/unknown-tokens.ts";
import { type ChainListener, toNotification } from "./chain-notifications.ts";

export class ChainIndex {
  /** Networks whose new blocks are not indexed yet because of a storage fault. */
  readonly unread = new Set<string>();
  readonly #world: World;
  readonly #chains: Chains;
  readonly #instrument: Instrument;
  readonly #log: Log;
  readonly #listeners = new Set<ChainListener>();
  /** Network → listeners that are still reading its latest change. */
  readonly #notifying = new Map<string, Promise<unknown>>();

  constructor({ world, chains, log, instrument = noInstrument }: FlowDependencies) {
    this.#world = world;
    this.#chains = chains;
    this.#instrument = instrument;
    this.#log = log;
  }

  /** Calls `listener` for each change of a chain after it is indexed; returns a function that unsubscribes. */
  onBlocks(listener: ChainListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when the listeners have processed every change so far, or the latest one of a network. */
  async announced(network?: string): Promise<void> {
    await (network === undefined ? Promise.all(this.#notifying.values()) : this.#notifying.get(network));
  }

  /** As `read`. A started change must be completed: after a storage fault a repair continues before any other step. */
  async readOrLater(...what: Parameters<ChainIndex["read"]>): Promise<void> {
    await this.read(...what).catch(exceptStorageFault);
  }

  /** Indexes the new blocks of a network; the arguments are those of `indexBlocks`. */
  async read(
    network: string,
    mined: readonly MinedBlock[],
    also?: AlsoWritten,
    whenRead?: () => Promise<void>,
  ): Promise<void> {
    const indexing = indexBlocks(this.#world, this.#chains.get(network), mined, also, whenRead);
    const change = await indexing.catch((error: unknown) => {
      this.unread.add(network);
      throw error;
    });
    for (const block of change.added) {
      const { hash, skippedLogs } = block;
      if (skippedLogs > 0) this.#instrument({ what: "skipped logs", network, block: hash, logs: skippedLogs });
      warnOfUnknownTokens(this.#world, this.#log, block);
    }
    await recordPausedTokens(this.#world, this.#chains.get(network), change);
    const notified = [...this.#listeners].map((listener) => listener(toNotification(change, mined)));
    this.#notifying.set(network, Promise.all(notified));
  }
}

/** Ignores a storage fault: the interrupted work is completed once storage works again. */
export function exceptStorageFault(error: unknown): void {
  if (!(error instanceof StorageFault)) throw error;
}
