// Mines one block with given inputs in one crossing to the engine: most of a block's time is the round trip.
import { numberToHex } from "viem";
import type { BlockInputs } from "../chain.ts";
import { hasCheckpoint } from "../engine-checkpoints.ts";
import type { Engine } from "./engine.ts";
import type { EngineBlock } from "./engine-block.ts";
import type { EngineLog, ReadBlock } from "./recent-blocks.ts";

/** `snapshot`: taken right after the block, if its height has a checkpoint. `read`: if it was asked for. */
export type CrossedBlock = { mined: EngineBlock; read: ReadBlock | undefined; snapshot: string | undefined };

/**
 * `reads`: the transactions and logs of the block are read with it.
 * @throws RpcError when the engine refuses the block: then the inputs of the next block are set, and nothing is mined
 */
export async function mineInOneCrossing(engine: Engine, inputs: BlockInputs, reads: boolean): Promise<CrossedBlock> {
  const [, , , found, logs, snapshot] = await engine.batch([
    ["hardhat_setPrevRandao", [inputs.prevRandao]],
    ["hardhat_setNextBlockBaseFeePerGas", [numberToHex(inputs.baseFee)]],
    ["evm_mine", [inputs.timestamp]],
    ["eth_getBlockByNumber", ["latest", reads]],
    reads && inputs.transactionHashes.length > 0
      ? ["eth_getLogs", [{ fromBlock: "latest", toBlock: "latest" }]]
      : ["eth_blockNumber", []],
    ...(hasCheckpoint(inputs.height) ? ([["evm_snapshot", []]] as const) : []),
  ]);
  if (!reads) return { mined: found as EngineBlock, read: undefined, snapshot: snapshot as string | undefined };
  const block = found as ReadBlock["block"];
  const mined = { ...block, transactions: block.transactions.map(({ hash }) => hash) };
  // Logs are asked for when transactions were expected; a block that has some all the same is read later.
  const isWhole = Array.isArray(logs) || block.transactions.length === 0;
  const read = isWhole ? { block, logs: Array.isArray(logs) ? (logs as EngineLog[]) : [] } : undefined;
  return { mined, read, snapshot: snapshot as string | undefined };
}
