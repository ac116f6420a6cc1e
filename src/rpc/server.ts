// The RPC front: puts the rooms' parts together and gives a router and a WebSocket server for /rpc/{network}.
import type { IncomingMessage, Server } from "node:http";
import type { Router } from "express";
import type { LocalAccount } from "viem";
import type { Chain, Chains, Hex } from "../chains/chain.ts";
import { type Instrument, noInstrument } from "../kernel/instrumentation.ts";
import type { Log } from "../kernel/log.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import { type ConfirmedHeight, createBlockTags } from "./block-tag.ts";
import { type BlockChange, ChainFeed } from "./chain-feed.ts";
import { type ConfirmationWaits, createConfirmationWaits } from "./confirmation-waits.ts";
import type { DevelopmentActions } from "./development-actions.ts";
import { createDispatch } from "./dispatch.ts";
import { Filters } from "./filters.ts";
import { createRouter } from "./http.ts";
import { passedHandlers, subscriptionHandlers, watchedHandlers } from "./method-table.ts";
import { accountHandlers } from "./methods/accounts.ts";
import { blockHandlers } from "./methods/blocks.ts";
import { developmentHandlers } from "./methods/development.ts";
import { callHandlers } from "./methods/eth-call.ts";
import { feeHandlers } from "./methods/fees.ts";
import { filterHandlers } from "./methods/filters.ts";
import { nodeHandlers } from "./methods/node-info.ts";
import { createSend, sendHandlers } from "./methods/send-transaction.ts";
import { poolHandlers } from "./methods/txpool.ts";
import type { Handler } from "./rpc-call.ts";
import { createRpcFaults, type TakeRpcFault } from "./rpc-fault.ts";
import { createSockets } from "./websocket.ts";

export type RpcDependencies = {
  chains: Chains;
  wall: WallClock;
  log: Log;
  /** Told of each call; nobody is without. */
  instrument?: Instrument;
  /** Puts signed bytes into the loop; resolves when accepted (instant mode: mined and applied), throws `RpcError`. */
  submit(network: string, raw: Hex): Promise<Hex>;
  /** For development methods. */
  actions: DevelopmentActions;
  /** Told of each development method that was carried out. */
  acted?(network: string, method: string, parameters: readonly unknown[]): void;
  /** Tells of applied blocks. Returns the un-subscriber. */
  onBlocks(listener: (change: BlockChange) => void | Promise<void>): () => void;
  /** Hears that a client waits for more confirmations. */
  clientWaits(network: string): void;
  /** Height at or below which blocks are confirmed: `safe` and `finalized`. */
  confirmedHeight: ConfirmedHeight;
  /** The ten development accounts. */
  accounts: readonly LocalAccount[];
  /** Passes the gate `rpc.request`; nothing goes wrong on request without. */
  fault?: TakeRpcFault;
  /** Host and Origin checks of HTTP requests and handshakes; everything is allowed without. */
  allow?(request: IncomingMessage): boolean;
};

export type RpcServer = {
  /** To be mounted at /rpc, in front of anything that reads bodies. */
  router: Router;
  /** Serves WebSocket handshakes on /rpc/{network}; any other handshake is answered 404. */
  attach(server: Server): void;
  /** The methods that are served. */
  readonly methods: readonly string[];
  close(): Promise<void>;
};

export function createRpcServer(parts: RpcDependencies): RpcServer {
  const { chains, wall, log, onBlocks, allow = () => true, fault = () => undefined } = parts;
  const feed = new ChainFeed({ chains, log, onBlocks: (listener) => onBlocks(listener) });
  const waits = createConfirmationWaits({ wall, clientWaits: (network) => parts.clientWaits(network) });
  const nextId = createIds(wall);
  const filters = new Filters({ feed, wall, nextId });
  const methods = methodTable(parts, { feed, waits, filters });
  const gate = createRpcFaults({ pass: fault, wall });
  const dispatch = createDispatch({ methods, log, gate, wall, note: parts.instrument ?? noInstrument });
  const find = createFind(chains.all);
  const { headAwaited } = waits;
  const sockets = createSockets({ chains, find, dispatch, feed, wall, log, nextId, headAwaited, allow });
  return {
    router: createRouter({ chains, find, dispatch, log, allow, guarded: parts.allow !== undefined }),
    attach: sockets.attach,
    methods: [...methods.keys()],
    async close() {
      filters.close();
      feed.close();
      await sockets.close();
    },
  };
}

type Listening = { feed: ChainFeed; waits: ConfirmationWaits; filters: Filters };

/** Every method that is served, with what answers it. */
function methodTable(parts: RpcDependencies, { feed, waits, filters }: Listening): ReadonlyMap<string, Handler> {
  const tags = createBlockTags((network) => parts.confirmedHeight(network));
  const send = createSend({ feed, submit: (network, raw) => parts.submit(network, raw) });
  return new Map(
    Object.entries({
      ...passedHandlers(tags),
      ...watchedHandlers(tags, waits),
      ...subscriptionHandlers(waits),
      ...filterHandlers(filters, feed, tags, waits),
      ...blockHandlers(tags),
      ...callHandlers(tags),
      ...feeHandlers(tags),
      ...poolHandlers(tags),
      ...nodeHandlers(),
      ...sendHandlers(send),
      ...accountHandlers({ accounts: parts.accounts, send }),
      ...heard(developmentHandlers(parts.actions), parts),
    }),
  );
}

/** The same handlers; what one of them has carried out is told. */
function heard(handlers: Record<string, Handler>, { acted }: RpcDependencies): Record<string, Handler> {
  const entries = Object.entries(handlers).map(([method, handler]): [string, Handler] => [
    method,
    async (call) => {
      const result = await handler(call);
      acted?.(call.chain.definition.symbol, method, call.parameters);
      return result;
    },
  ]);
  return Object.fromEntries(entries);
}

function createFind(all: readonly Chain[]): (name: string) => Chain | undefined {
  const byName = new Map(
    all.flatMap((chain) => [
      [chain.definition.symbol.toLowerCase(), chain] as const,
      [String(chain.definition.eip155_id), chain] as const,
    ]),
  );
  return (name) => byName.get(name.toLowerCase());
}

/** Ids of filters and subscriptions; the start is part of them, so that none of an earlier run is taken for a new one. */
function createIds(wall: WallClock): () => string {
  const run = BigInt(Math.floor(wall.now())) << 32n;
  let count = 0n;
  return () => {
    count += 1n;
    return `0x${(run + count).toString(16)}`;
  };
}
