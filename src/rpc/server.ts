// The JSON-RPC server: builds the method table and serves /rpc/{network} over HTTP and WebSocket.
import type { IncomingMessage, Server } from "node:http";
import type { Router } from "express";
import type { DevelopmentAccount } from "../chains/address.ts";
import type { Chain, Chains, Hex, Submission } from "../chains/chain.ts";
import { type Instrument, noInstrument } from "../kernel/instrumentation.ts";
import type { Log } from "../kernel/log.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import { createBlockTags, type TaggedHeight } from "./block-tag.ts";
import { type BlockChange, ChainFeed } from "./chain-feed.ts";
import { type ConfirmationWaits, createConfirmationWaits, type WaitDependencies } from "./confirmation-waits.ts";
import type { DevelopmentActions } from "./development-actions.ts";
import { createDispatch } from "./dispatch.ts";
import { Filters } from "./filters.ts";
import { DEFAULT_GAS_OPTIONS, GasLimits, type GasOptions } from "./gas-limits.ts";
import { type AnswerDirectly, createDirectCalls } from "./http/direct-calls.ts";
import { createRouter } from "./http/router.ts";
import { passedHandlers, subscriptionHandlers, watchedHandlers } from "./method-table.ts";
import { accessListHandlers } from "./methods/access-list.ts";
import { accountHandlers } from "./methods/accounts.ts";
import { blockHandlers } from "./methods/blocks.ts";
import { developmentHandlers } from "./methods/development.ts";
import { callHandlers } from "./methods/eth-call.ts";
import { feeHandlers } from "./methods/fees.ts";
import { filterHandlers } from "./methods/filters.ts";
import { findHandlers } from "./methods/find-transaction.ts";
import { nodeHandlers } from "./methods/node-info.ts";
import { createSend, sendHandlers } from "./methods/send-transaction.ts";
import { simulateHandlers } from "./methods/simulate/simulate.ts";
import { blockTraceHandlers } from "./methods/traces/block.ts";
import { traceHandlers } from "./methods/traces/debug.ts";
import { parityTraceHandlers } from "./methods/traces/parity.ts";
import { poolHandlers } from "./methods/txpool.ts";
import type { ObserveAnswer, ObserveCalls } from "./observe-call.ts";
import { createReadReceipt } from "./receipts.ts";
import type { Handler } from "./rpc-call.ts";
import { createRpcFaults, type TakeRpcFault } from "./rpc-fault.ts";
import { createSockets } from "./websocket.ts";

export type RpcDependencies = {
  chains: Chains;
  wall: WallClock;
  log: Log;
  /** Receives an event per call. */
  instrument?: Instrument;
  /** Submits a transaction to the loop; resolves when accepted (instant mode: mined and applied). @throws RpcError */
  submit(network: string, transaction: Submission): Promise<Hex>;
  /** Actions of the development methods. */
  actions: DevelopmentActions;
  /** Called after each development method that succeeded. */
  acted?(network: string, method: string, parameters: readonly unknown[]): void;
  /** Subscribes to applied blocks; returns the function that unsubscribes. */
  onBlocks(listener: (change: BlockChange) => void | Promise<void>): () => void;
  /** What clients that wait for confirmations get. */
  waiting: WaitDependencies["waiting"];
  /** Price of L1 gas that receipts show (wei per gas); null or left out: none. */
  l1GasPrice?(network: string): bigint | null;
  /** What `safe` and `finalized` resolve to. */
  taggedHeight: TaggedHeight;
  /** The ten development accounts. */
  accounts: readonly Pick<DevelopmentAccount, "address" | "account">[];
  /** Gas limits of calls, traces and transactions; the defaults without. */
  gas?: GasOptions;
  /** Receives the calls of each answered message, of HTTP and WebSockets. */
  observe?: ObserveCalls;
  /** Receives each other request that was answered. */
  observeAnswer?: ObserveAnswer;
  /** Takes a fault of the gate `rpc.request`; without it no faults are injected. */
  fault?: TakeRpcFault;
  /** Checks Host and Origin of HTTP requests and handshakes; without it everything is allowed. */
  allow?(request: IncomingMessage): boolean;
};

export type RpcServer = {
  /** Mount it at /rpc, before any middleware that reads bodies. */
  router: Router;
  /** Answers plain calls before the router, behind the guard of the port. */
  answerDirectly: AnswerDirectly;
  /** Serves WebSocket handshakes on /rpc/{network}; answers any other handshake with 404. */
  attach(server: Server): void;
  /** Names of all methods. */
  readonly methods: readonly string[];
  /** Ends filters, subscriptions and handshakes. Sockets stay open until they are closed. */
  stop(): void;
  /** Closes every WebSocket: 1001 when the sandbox stops, 1012 when its world is replaced. */
  closeSockets(code: 1001 | 1012): Promise<void>;
};

export function createRpcServer(dependencies: RpcDependencies): RpcServer {
  const { chains, wall, log, onBlocks, allow = () => true, fault = () => undefined } = dependencies;
  const feed = new ChainFeed({ chains, log, onBlocks: (listener) => onBlocks(listener) });
  const height = (network: string): number => chains.get(network).head.number;
  const waits = createConfirmationWaits({ wall, log, waiting: dependencies.waiting, height });
  const nextId = createIds(wall);
  const filters = new Filters({ feed, wall, nextId });
  const methods = methodTable(dependencies, { feed, waits, filters });
  const gate = createRpcFaults({ takeFault: fault, wall });
  const { instrument = noInstrument, observe, observeAnswer } = dependencies;
  const dispatch = createDispatch({ methods, log, gate, wall, instrument, observe });
  const find = createFind(chains.all);
  const headAwaited = (network: string): void => void waits.headPolled(network);
  const sockets = createSockets({ chains, find, dispatch, feed, wall, log, nextId, headAwaited, allow, observeAnswer });
  const guarded = dependencies.allow !== undefined;
  return {
    router: createRouter({ chains, find, dispatch, log, allow, guarded, observe: observeAnswer }),
    answerDirectly: createDirectCalls({ chains: chains.all, dispatch, log }),
    attach: sockets.attach,
    methods: [...methods.keys()],
    stop() {
      filters.close();
      feed.close();
      sockets.stop();
    },
    closeSockets: sockets.close,
  };
}

type Listeners = { feed: ChainFeed; waits: ConfirmationWaits; filters: Filters };

/** Every method with its handler. */
function methodTable(dependencies: RpcDependencies, { feed, waits, filters }: Listeners): ReadonlyMap<string, Handler> {
  const { actions } = dependencies;
  const time = { now: () => actions.now(), blockTimeMs: (network: string) => actions.mining(network).blockTimeMs };
  const tags = createBlockTags((network, lag) => dependencies.taggedHeight(network, lag), time);
  const { l1GasPrice = () => null } = dependencies;
  const readReceipt = createReadReceipt({ chain: (network) => dependencies.chains.get(network), l1GasPrice });
  const gasLimits = new GasLimits(dependencies.gas ?? DEFAULT_GAS_OPTIONS);
  const gasCap = gasLimits.options.transactionGasCap;
  const send = createSend({ feed, submit: (network, given) => dependencies.submit(network, given), gasCap });
  return new Map(
    Object.entries({
      ...passedHandlers(tags),
      ...watchedHandlers(tags, waits, readReceipt),
      ...subscriptionHandlers(),
      ...filterHandlers(filters, feed, tags, waits),
      ...blockHandlers(tags, readReceipt),
      ...callHandlers(tags, gasLimits),
      ...traceHandlers(tags, gasLimits),
      ...blockTraceHandlers(tags, gasLimits),
      ...parityTraceHandlers(tags, gasLimits),
      ...findHandlers(),
      ...accessListHandlers(tags, gasLimits),
      ...simulateHandlers({ tags, gasLimits, now: time.now }),
      ...feeHandlers(tags),
      ...poolHandlers(tags),
      ...nodeHandlers(),
      ...sendHandlers(send, waits, readReceipt),
      ...accountHandlers({ accounts: dependencies.accounts, send, gasLimits, tags, actions }),
      ...observed(developmentHandlers(actions), dependencies),
    }),
  );
}

/** The same handlers, with `acted` called after each success. */
function observed(handlers: Record<string, Handler>, { acted }: RpcDependencies): Record<string, Handler> {
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

/** Ids of filters and subscriptions; they contain the start time, so that an id of an earlier run is never valid. */
function createIds(wall: WallClock): () => string {
  const run = BigInt(Math.floor(wall.now())) << 32n;
  let count = 0n;
  return () => {
    count += 1n;
    return `0x${(run + count).toString(16)}`;
  };
}
