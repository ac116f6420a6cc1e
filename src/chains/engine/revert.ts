// Takes an engine back to a snapshot, with an empty pool.
import type { Hex } from "viem";
import { assert } from "../../kernel/assert.ts";
import type { Engine } from "./engine.ts";
import type { EngineBlock } from "./engine-block.ts";

/** `block`: the head. `snapshot`: of the same state, since one can be reverted to only once. */
export type Reverted = { block: EngineBlock; snapshot: string };

/** In one crossing, unless transactions wait in the pool of the snapshot. @throws AssertionFailure when the engine has no such snapshot */
export async function revertTo(engine: Engine, snapshot: string): Promise<Reverted> {
  const [reverted, head, pending, again] = await engine.batch([
    ["evm_revert", [snapshot]],
    ["eth_getBlockByNumber", ["latest", false]],
    ["eth_pendingTransactions", []],
    ["evm_snapshot", []],
  ]);
  assert(reverted === true, "the engine reverted to the snapshot", { snapshot });
  const block = head as EngineBlock;
  const waiting = pending as readonly { hash: Hex }[];
  if (waiting.length === 0) return { block, snapshot: again as string };
  for (const { hash } of waiting) await engine.request("hardhat_dropTransaction", [hash]);
  return { block, snapshot: await engine.request<string>("evm_snapshot") };
}
