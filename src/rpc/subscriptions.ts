// The subscriptions of one socket: newHeads, logs and newPendingTransactions, told in the order things happened.
import type { Chain } from "../chains/chain.ts";
import { isObject } from "../kernel/is-object.ts";
import { invalid, refused } from "./arguments.ts";
import type { ChainFeed, ChainNotification } from "./chain-feed.ts";
import { notificationText } from "./json-rpc.ts";
import { type LogCriteria, matches, readCriteria } from "./methods/logs.ts";

type Kind =
  | { name: "newHeads" }
  | { name: "syncing" }
  | { name: "logs"; criteria: LogCriteria }
  | { name: "newPendingTransactions"; full: boolean };
/** `held` collects what must not overtake the answer to `eth_subscribe`; undefined once that answer is out. */
type Subscription = { chain: Chain; kind: Kind; since: number; held: unknown[] | undefined; release(): void };

export type Subscriptions = {
  /** Starts one; nothing is told before `open` is called. */
  subscribe(chain: Chain, kind: unknown, options: unknown): { id: string; open(): void };
  /** False when there is none of this id. */
  unsubscribe(id: unknown): boolean;
  /** The networks whose heads somebody listens to here. */
  headNetworks(): readonly string[];
  close(): void;
};

export const MAX_SUBSCRIPTIONS = 128;

type SubscriptionParts = { feed: ChainFeed; nextId(): string; send(text: string): void };

export function createSubscriptions({ feed, nextId, send }: SubscriptionParts): Subscriptions {
  const subscriptions = new Map<string, Subscription>();
  let closed = false;
  const tell = (id: string, subscription: Subscription, result: unknown): void => {
    if (!subscriptions.has(id)) return;
    if (subscription.held) subscription.held.push(result);
    else send(notificationText(id, result));
  };
  const stop = feed.listen((news) => {
    for (const [id, subscription] of subscriptions) {
      const { chain, kind, since } = subscription;
      if (chain.definition.symbol !== news.network || news.sequence <= since) continue;
      if (kind.name === "newPendingTransactions" && kind.full)
        tellInFull(news, chain, (one) => tell(id, subscription, one));
      else for (const result of resultsFor(kind, news)) tell(id, subscription, result);
    }
  });
  return {
    subscribe(chain, name, options) {
      // A call that was still under way when its socket went would leave a listener nobody releases.
      if (closed) throw refused("the connection is closed");
      if (subscriptions.size >= MAX_SUBSCRIPTIONS) {
        throw refused(`too many subscriptions on this connection (limit ${MAX_SUBSCRIPTIONS})`);
      }
      const kind = readKind(name, options);
      const network = chain.definition.symbol;
      const release = kind.name === "newHeads" ? feed.wantHeads(network) : () => {};
      const subscription: Subscription = { chain, kind, since: feed.sequence(network), held: [], release };
      const id = nextId();
      subscriptions.set(id, subscription);
      return { id, open: () => open(id, subscription, tell) };
    },
    unsubscribe(id) {
      const subscription = subscriptions.get(String(id));
      subscription?.release();
      return subscriptions.delete(String(id));
    },
    headNetworks: () =>
      [...subscriptions.values()]
        .filter(({ kind }) => kind.name === "newHeads")
        .map(({ chain }) => chain.definition.symbol),
    close() {
      closed = true;
      stop();
      for (const { release } of subscriptions.values()) release();
      subscriptions.clear();
    },
  };
}

function open(
  id: string,
  subscription: Subscription,
  tell: (id: string, to: Subscription, result: unknown) => void,
): void {
  const held = subscription.held ?? [];
  subscription.held = undefined;
  for (const result of held) tell(id, subscription, result);
}

function readKind(name: unknown, options: unknown): Kind {
  switch (name) {
    case "newHeads":
      return { name };
    case "syncing":
      return { name };
    case "logs":
      return { name, criteria: readCriteria(options) };
    case "newPendingTransactions":
      return { name, full: options === true || (isObject(options) && options["includeTransactions"] === true) };
    default:
      throw invalid(`no "${String(name)}" subscription in eth namespace`);
  }
}

function resultsFor(kind: Kind, news: ChainNotification): readonly unknown[] {
  switch (kind.name) {
    case "newHeads":
      return news.blocks.map(({ header }) => header).filter((header) => header !== undefined);
    case "logs":
      return [...news.removedLogs, ...news.blocks.flatMap((block) => block.logs)].filter((log) =>
        matches(kind.criteria, log),
      );
    case "newPendingTransactions":
      return news.pending;
    // The chains live in this process: they are never behind, so there is never anything to tell.
    case "syncing":
      return [];
  }
}

/** A transaction that left the pool before it could be read is not told. */
function tellInFull(news: ChainNotification, chain: Chain, tell: (transaction: unknown) => void): void {
  for (const hash of news.pending) {
    chain.request("eth_getTransactionByHash", [hash]).then(
      (transaction) => transaction !== null && tell(transaction),
      () => {},
    );
  }
}
