// Polled filters: collect new blocks, logs and pending transaction hashes until the client polls them.
import type { WallClock } from "../kernel/wall-clock.ts";
import { refused } from "./arguments.ts";
import type { ChainFeed, ChainNotification } from "./chain-feed.ts";
import { type LogCriteria, matches } from "./methods/logs.ts";

/** `asked` is the filter object that the client sent. */
export type FilterKind =
  | { name: "blocks" }
  | { name: "pending" }
  | { name: "logs"; criteria: LogCriteria; asked: unknown };
export type Filter = { network: string; kind: FilterKind; since: number; items: unknown[]; polledAtMs: number };

/** A filter that is not polled for this long expires, as in geth. */
export const FILTER_LIFETIME_MS = 5 * 60_000;
/** Open filters of all networks. */
export const MAX_FILTERS = 5_000;
/** A filter that collects more items is removed; its client gets `filter not found` and installs a new one. */
export const MAX_ITEMS = 100_000;

type FilterDependencies = { feed: ChainFeed; wall: WallClock; nextId(): string };

export class Filters {
  readonly #filters = new Map<string, Filter>();
  readonly #dependencies: FilterDependencies;
  readonly #stop: () => void;

  constructor(dependencies: FilterDependencies) {
    this.#dependencies = dependencies;
    this.#stop = dependencies.feed.listen((notification) => this.#collect(notification));
  }

  /** Installs a filter that collects from now on; returns its id. */
  install(network: string, kind: FilterKind): string {
    this.#dropExpired();
    if (this.#filters.size >= MAX_FILTERS) throw refused(`too many filters (limit ${MAX_FILTERS}): uninstall some`);
    const { feed, wall, nextId } = this.#dependencies;
    const id = nextId();
    this.#filters.set(id, { network, kind, since: feed.sequence(network), items: [], polledAtMs: wall.monotonic() });
    return id;
  }

  /** The filter of an id on its network. @throws RpcError -32000 `filter not found`, which makes viem and ethers install a new one */
  poll(network: string, id: unknown): Filter {
    this.#dropExpired();
    const filter = this.#filters.get(String(id));
    if (filter?.network !== network) throw refused("filter not found");
    filter.polledAtMs = this.#dependencies.wall.monotonic();
    return filter;
  }

  /** False when there is no such filter. */
  uninstall(network: string, id: unknown): boolean {
    return this.#filters.get(String(id))?.network === network && this.#filters.delete(String(id));
  }

  close(): void {
    this.#stop();
    this.#filters.clear();
  }

  #collect(notification: ChainNotification): void {
    this.#dropExpired();
    for (const [id, filter] of this.#filters) {
      if (filter.network !== notification.network || notification.sequence <= filter.since) continue;
      for (const item of itemsFor(filter.kind, notification)) filter.items.push(item);
      if (filter.items.length > MAX_ITEMS) this.#filters.delete(id);
    }
  }

  #dropExpired(): void {
    for (const [id, { polledAtMs }] of this.#filters) {
      if (this.#dependencies.wall.monotonic() - polledAtMs > FILTER_LIFETIME_MS) this.#filters.delete(id);
    }
  }
}

function itemsFor(kind: FilterKind, notification: ChainNotification): readonly unknown[] {
  if (kind.name === "blocks") return notification.blocks.map(({ hash }) => hash);
  if (kind.name === "pending") return notification.pending;
  const logs = [...notification.removedLogs, ...notification.blocks.flatMap((block) => block.logs)];
  return logs.filter((log) => matches(kind.criteria, log));
}
