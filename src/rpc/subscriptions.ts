// The subscriptions of one WebSocket: newHeads, logs, newPendingTransactions and syncing.
import type { Chain } from "../chains/chain.ts";
import { isObject } from "../kernel/is-object.ts";
import { invalid, refused } from "./arguments.ts";
import type { ChainFeed, ChainNotification } from "./chain-feed.ts";
import { notificationText } from "./json-rpc.ts";
import { type LogCriteria, matches, readCriteria } from "./methods/logs.ts";
import { completeTransaction } from "./transaction-form.ts";

type Kind =
  | { name: "newHeads" }
  | { name: "syncing" }
  | { name: "logs"; criteria: LogCriteria }
  | { name: "newPendingTransactions"; full: boolean };
/** `buffer` collects notifications until the response to `eth_subscribe` is sent; undefined afterwards. */
type Subscription = { chain: Chain; kind: Kind; since: number; buffer: unknown[] | undefined; release(): void };

export type Subscriptions = {
  /** Creates one; notifications are buffered until `open` is called. */
  subscribe(chain: Chain, kind: unknown, options: unknown): { id: string; open(): void };
  /** False when there is no subscription with this id. */
  unsubscribe(id: unknown): boolean;
  /** The networks with a `newHeads` subscription. */
  headNetworks(): readonly string[];
  close(): void;
};

export const MAX_SUBSCRIPTIONS = 128;

type SubscriptionDependencies = { feed: ChainFeed; nextId(): string; send(text: string): void };

export function createSubscriptions({ feed, nextId, send }: SubscriptionDependencies): Subscriptions {
  const subscriptions = new Map<string, Subscription>();
  let closed = false;
  const notify = (id: string, subscription: Subscription, result: unknown): void => {
    if (!subscriptions.has(id)) return;
    if (subscription.buffer) subscription.buffer.push(result);
    else send(notificationText(id, result));
  };
  const stop = feed.listen((notification) => deliver(subscriptions, notification, notify));
  return {
    subscribe(chain, name, options) {
      // A call that finishes after its socket closed would leave a listener that is never released.
      if (closed) throw refused("the connection is closed");
      if (subscriptions.size >= MAX_SUBSCRIPTIONS) {
        throw refused(`too many subscriptions on this connection (limit ${MAX_SUBSCRIPTIONS})`);
      }
      const kind = readKind(name, options);
      const network = chain.definition.symbol;
      const release = kind.name === "newHeads" ? feed.wantHeads(network) : () => {};
      const subscription: Subscription = { chain, kind, since: feed.sequence(network), buffer: [], release };
      const id = nextId();
      subscriptions.set(id, subscription);
      return { id, open: () => open(id, subscription, notify) };
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

type Notify = (id: string, to: Subscription, result: unknown) => void;

/** In a reorg what is gone comes before the heads of the new branch, whichever subscription is the older one. */
function deliver(all: ReadonlyMap<string, Subscription>, notification: ChainNotification, notify: Notify): void {
  const concerned = [...all].filter(
    ([, { chain, since }]) => chain.definition.symbol === notification.network && notification.sequence > since,
  );
  for (const [id, subscription] of concerned)
    for (const log of removedFor(subscription.kind, notification)) notify(id, subscription, log);
  for (const [id, subscription] of concerned) {
    const { chain, kind } = subscription;
    if (kind.name === "newPendingTransactions" && kind.full)
      sendTransactions(notification, chain, (one) => notify(id, subscription, one));
    else for (const result of resultsFor(kind, notification)) notify(id, subscription, result);
  }
}

function open(
  id: string,
  subscription: Subscription,
  notify: (id: string, to: Subscription, result: unknown) => void,
): void {
  const buffer = subscription.buffer ?? [];
  subscription.buffer = undefined;
  for (const result of buffer) notify(id, subscription, result);
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

function removedFor(kind: Kind, { removedLogs }: ChainNotification): readonly unknown[] {
  return kind.name === "logs" ? removedLogs.filter((log) => matches(kind.criteria, log)) : [];
}

function resultsFor(kind: Kind, notification: ChainNotification): readonly unknown[] {
  switch (kind.name) {
    case "newHeads":
      return notification.blocks.map(({ header }) => header).filter((header) => header !== undefined);
    case "logs":
      return notification.blocks.flatMap((block) => block.logs).filter((log) => matches(kind.criteria, log));
    case "newPendingTransactions":
      return notification.pending;
    // The chains run in this process and are never out of sync, so no event ever occurs.
    case "syncing":
      return [];
  }
}

/** A transaction that left the pool before it could be read, or whose world ended by then, is not published. */
function sendTransactions(notification: ChainNotification, chain: Chain, send: (transaction: unknown) => void): void {
  for (const hash of notification.pending) {
    chain
      .request("eth_getTransactionByHash", [hash])
      .then((transaction) => transaction !== null && send(completeTransaction(chain, transaction)))
      .catch(() => {});
  }
}
