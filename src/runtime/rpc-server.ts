// The JSON-RPC server of one world: its loop, its development methods, its faults and the options of the sandbox.
import { developmentAccounts } from "../chains/address.ts";
import type { Submission } from "../chains/chain.ts";
import type { Config } from "../config/options.ts";
import type { ContractState } from "../contract/contract.ts";
import { settingOf } from "../domain/network/store.ts";
import { takeFault } from "../faults/gate.ts";
import type { Flow } from "../flow/flow.ts";
import { refusalOfRequest } from "../http/guard.ts";
import type { Instrument } from "../kernel/instrumentation.ts";
import type { Log } from "../kernel/log.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import { answerObserver, callObserver } from "../rpc/observe-call.ts";
import { createRpcServer, type RpcServer } from "../rpc/server.ts";
import type { OpenedWorld } from "./create-world.ts";
import { developmentActions, type SnapshotActions } from "./development-actions.ts";

/** Transactions that a node accepted, and development methods that it carried out. */
export type RpcObserver = {
  sent(network: string, transaction: Submission, hash: string): void;
  acted(network: string, method: string, parameters: readonly unknown[]): void;
};

/** What the servers of all worlds share. */
type RpcServerDependencies = {
  readonly config: Config;
  readonly wall: WallClock;
  readonly log: Log;
  readonly instrument: Instrument;
  readonly rpcObserver?: RpcObserver;
  readonly contract: ContractState;
};

export function rpcServerOf(
  dependencies: RpcServerDependencies,
  { world, chains }: OpenedWorld,
  { flow, snapshots }: { flow: Flow; snapshots: SnapshotActions },
): RpcServer {
  const { config, wall, log, instrument, contract } = dependencies;
  const seenBy = { wall, clock: () => world.clock.peek(), nextId: contract.nextCallId };
  return createRpcServer({
    chains,
    wall,
    log,
    instrument,
    observe: callObserver(contract.observe, seenBy),
    observeAnswer: answerObserver(contract.observe, seenBy),
    async submit(network, transaction) {
      const hash = await flow.submit(network, transaction);
      dependencies.rpcObserver?.sent(network, transaction, hash);
      return hash;
    },
    actions: developmentActions(flow, snapshots),
    acted: (network, method, parameters) => dependencies.rpcObserver?.acted(network, method, parameters),
    onBlocks: (listener) => flow.onBlocks(listener),
    waiting: flow.waiting,
    l1GasPrice(network) {
      const price = settingOf(world, network).l1_gas_price;
      return price === null ? null : BigInt(price);
    },
    taggedHeight: (network, lag) => flow.taggedHeight(network, lag),
    accounts: developmentAccounts(),
    gas: { callGas: config.rpcGas, traceGas: config.rpcTraceGas, transactionGasCap: config.transactionGasCap },
    fault: (network, method) => takeFault(world.db, "rpc.request", { network, method }),
    allow: (request) => refusalOfRequest(request, config.allowHost, { isRpc: true }) === null,
  });
}
