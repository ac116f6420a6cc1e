// The development methods of the RPC server for one world: they go through its loop, its clock and its journals.

import { settingOf } from "../domain/network/store.ts";
import type { Flow } from "../flow/flow.ts";
import type { DevelopmentActions } from "../rpc/development-actions.ts";

/** Snapshots of the whole world, which outlive it. */
export type SnapshotActions = {
  take(flow: Flow): Promise<string>;
  revert(flow: Flow, id: bigint): ReturnType<DevelopmentActions["revert"]>;
};

/** The actions that `hardhat_*` and `evm_*` methods are built on. */
export function developmentActions(flow: Flow, snapshots: SnapshotActions): DevelopmentActions {
  const { world, operations } = flow;
  return {
    mine: (network, blocks) => flow.mine(network, blocks),
    now: () => world.clock.peek(),
    advanceBy: (ms) => flow.advanceBy(ms),
    advanceTo: (at) => flow.advance(at),
    mining(network) {
      const { mining, block_time_ms } = settingOf(world, network);
      return { mode: mining, blockTimeMs: block_time_ms };
    },
    setMining: (network, now) => operations.setMining(network, now),
    changeState: (network, change) => operations.act(network, change),
    setOnce: (network, input) => operations.setOnce(network, input),
    impersonate: (network, address) => operations.impersonation.unlock(network, address),
    stopImpersonating: (network, address) => operations.impersonation.lock(network, address),
    impersonateAll: (network, on) => operations.impersonation.unlockAll(network, on),
    isUnlocked: (network, address) => operations.impersonation.isUnlocked(network, address),
    drop: (network, hash) => flow.drop(network, hash),
    snapshot: () => snapshots.take(flow),
    revert: (id) => snapshots.revert(flow, id),
  };
}
