// Mines one block with given inputs in one crossing to the engine: most of a block's time is the round trip.
import { numberToHex } from "viem";
import type { BlockInputs } from "../chain.ts";
import { hasCheckpoint } from "../engine-checkpoints.ts";
import type { Engine } from "./engine.ts";
import type { EngineBlock } from "./engine-block.ts";

/**
 * `snapshot`: taken right after the block, if its height has a checkpoint.
 * @throws RpcError when the engine refuses the block: then the inputs of the next block are set, and nothing is mined
 */
export async function mineInOneCrossing(
  engine: Engine,
  inputs: BlockInputs,
): Promise<{ mined: EngineBlock; snapshot: string | undefined }> {
  const [, , , mined, snapshot] = await engine.batch([
    ["hardhat_setPrevRandao", [inputs.prevRandao]],
    ["hardhat_setNextBlockBaseFeePerGas", [numberToHex(inputs.baseFee)]],
    ["evm_mine", [inputs.timestamp]],
    ["eth_getBlockByNumber", ["latest", false]],
    ...(hasCheckpoint(inputs.height) ? ([["evm_snapshot", []]] as const) : []),
  ]);
  return { mined: mined as EngineBlock, snapshot: snapshot as string | undefined };
}
