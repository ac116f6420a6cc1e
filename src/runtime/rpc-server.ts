// The JSON-RPC server of one world: its loop, its development methods, its faults and the options of the sandbox.
import { developmentAccounts } from "../chains/address.ts";
import { takeFault } from "../faults/gate.ts";
import type { Flow } from "../flow/flow.ts";
import { refusalOfRequest } from "../http/guard.ts";
import { createRpcServer, type RpcServer } from "../rpc/server.ts";
import type { OpenedWorld } from "./create-world.ts";
import { developmentActions, type SnapshotActions } from "./development-actions.ts";
import type { RuntimeDependencies } from "./world-runtime.ts";

export function rpcServerOf(
  dependencies: RuntimeDependencies,
  { world, chains }: OpenedWorld,
  { flow, snapshots }: { flow: Flow; snapshots: SnapshotActions },
): RpcServer {
  const { config, wall, log, instrument } = dependencies;
  return createRpcServer({
    chains,
    wall,
    log,
    instrument,
    async submit(network, raw) {
      const hash = await flow.submit(network, raw);
      dependencies.rpcObserver?.sent(network, raw, hash);
      return hash;
    },
    actions: developmentActions(flow, snapshots),
    acted: (network, method, parameters) => dependencies.rpcObserver?.acted(network, method, parameters),
    onBlocks: (listener) => flow.onBlocks(listener),
    clientWaits: (network) => flow.clientWaits(network),
    confirmedHeight: (network) => flow.confirmedHeight(network),
    accounts: developmentAccounts().map(({ account }) => account),
    gas: { callGas: config.rpcGas, traceGas: config.rpcTraceGas, transactionGasCap: config.transactionGasCap },
    fault: (network, method) => takeFault(world.db, "rpc.request", { network, method }),
    allow: (request) => refusalOfRequest(request, config.allowHost, { isRpc: true }) === null,
  });
}
