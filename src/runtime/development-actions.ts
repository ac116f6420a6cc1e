// How the development methods of the RPC front reach one world: through its loop, its clock, its journals.

import { settingOf } from "../domain/network/store.ts";
import type { Flow } from "../flow/flow.ts";
import type { DevelopmentActions } from "../rpc/development-actions.ts";

/** What they act through. */
export function developmentActions(flow: Flow): DevelopmentActions {
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
    setMining: (network, { mode, blockTimeMs }) => operations.setMining(network, mode, blockTimeMs),
    changeState: (network, act) => operations.act(network, act),
    setOnce: (network, order) => operations.setOnce(network, order),
    drop: (network, hash) => flow.drop(network, hash),
  };
}
