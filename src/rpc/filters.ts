// Polled filters: new blocks, new logs and pending hashes are collected until the client asks for them.
import type { WallClock } from "../kernel/wall-clock.ts";
import { refused } from "./arguments.ts";
import type { ChainFeed, ChainNotification } from "./chain-feed.ts";
import { type LogCriteria, matches } from "./methods/logs.ts";

/** `asked` is the filter object as the client wrote it. */
export type FilterKind =
  | { name: "blocks" }
  | { name: "pending" }
  | { name: "logs"; criteria: LogCriteria; asked: unknown };
export type Filter = { network: string; kind: FilterKind; since: number; items: unknown[]; polledAtMs: number };

/** A filter nobody asked for this long is gone, as in geth. */
export const FILTER_LIFETIME_MS = 5 * 60_000;
/** More filters than this are refused. */
export const MAX_FILTERS = 5_000;
/** A filter that holds more than this is dropped; its client is told so by `filter not found` and makes a new one. */
export const MAX_ITEMS = 100_000;

type FilterParts = { feed: ChainFeed; wall: WallClock; nextId(): string };

export class Filters {
  readonly #filters = new Map<string, Filter>();
  readonly #parts: FilterParts;
  readonly #stop: () => void;

  constructor(parts: FilterParts) {
    this.#parts = parts;
    this.#stop = parts.feed.listen((news) => this.#collect(news));
  }

  /** Answers the id of a filter that collects from now on. */
  install(network: string, kind: FilterKind): string {
    this.#dropExpired();
    if (this.#filters.size >= MAX_FILTERS) throw refused(`too many filters (limit ${MAX_FILTERS}): uninstall some`);
    const { feed, wall, nextId } = this.#parts;
    const id = nextId();
    this.#filters.set(id, { network, kind, since: feed.sequence(network), items: [], polledAtMs: wall.monotonic() });
    return id;
  }

  /** The filter of an id on its own network; -32000 `filter not found` makes viem and ethers install a new one. */
  poll(network: string, id: unknown): Filter {
    this.#dropExpired();
    const filter = this.#filters.get(String(id));
    if (filter?.network !== network) throw refused("filter not found");
    filter.polledAtMs = this.#parts.wall.monotonic();
    return filter;
  }

  /** False when there was none. */
  uninstall(network: string, id: unknown): boolean {
    return this.#filters.get(String(id))?.network === network && this.#filters.delete(String(id));
  }

  close(): void {
    this.#stop();
    this.#filters.clear();
  }

  #collect(news: ChainNotification): void {
    this.#dropExpired();
    for (const [id, filter] of this.#filters) {
      if (filter.network !== news.network || news.sequence <= filter.since) continue;
      for (const item of itemsFor(filter.kind, news)) filter.items.push(item);
      if (filter.items.length > MAX_ITEMS) this.#filters.delete(id);
    }
  }

  #dropExpired(): void {
    for (const [id, { polledAtMs }] of this.#filters) {
      if (this.#parts.wall.monotonic() - polledAtMs > FILTER_LIFETIME_MS) this.#filters.delete(id);
    }
  }
}

function itemsFor(kind: FilterKind, news: ChainNotification): readonly unknown[] {
  if (kind.name === "blocks") return news.blocks.map(({ hash }) => hash);
  if (kind.name === "pending") return news.pending;
  const logs = [...news.removedLogs, ...news.blocks.flatMap((block) => block.logs)];
  return logs.filter((log) => matches(kind.criteria, log));
}
