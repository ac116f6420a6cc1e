// Mines one block with given inputs in one crossing to the engine: most of a block's time is the round trip.
import { numberToHex } from "viem";
import { type BlockInputs, type Hex, RpcError } from "../chain.ts";
import { hasCheckpoint, takeCheckpoint } from "../engine-checkpoints.ts";
import type { Engine } from "./engine.ts";
import type { EngineBlock } from "./engine-block.ts";
import { ask } from "./own-question.ts";
import type { EngineLog, ReadBlock } from "./recent-blocks.ts";

/** `snapshot`: taken right after the block, if its height has a checkpoint. `read`: if it was asked for. */
export type CrossedBlock = { mined: EngineBlock; read: ReadBlock | undefined; snapshot: string | undefined };

/** `reads`: the transactions and logs of the block are read with it. `signed`: transactions that the engine gets before. */
export type Crossing = { reads: boolean; signed: readonly Hex[] };

/**
 * @throws RpcError when the engine refuses the block or a transaction of `signed`: then nothing is mined, and some of these may wait in
 * its pool. EngineFailure when it refuses anything else
 */
export async function mineInOneCrossing(
  engine: Engine,
  inputs: BlockInputs,
  { reads, signed }: Crossing,
): Promise<CrossedBlock> {
  const crossing = engine.batch([
    ...signed.map((raw) => ["eth_sendRawTransaction", [raw]] as const),
    ["hardhat_setPrevRandao", [inputs.prevRandao]],
    ["hardhat_setNextBlockBaseFeePerGas", [numberToHex(inputs.baseFee)]],
    ["evm_mine", [inputs.timestamp]],
    ["eth_getBlockByNumber", ["latest", reads]],
    reads && inputs.transactionHashes.length > 0
      ? ["eth_getLogs", [{ fromBlock: "latest", toBlock: "latest" }]]
      : ["eth_blockNumber", []],
    ...(hasCheckpoint(inputs.height) ? ([["evm_snapshot", []]] as const) : []),
  ]);
  return crossing.then(
    (answers) => readAnswers(answers.slice(signed.length), reads),
    (error: unknown) => {
      if (error instanceof RpcError) return mineStepByStep(engine, inputs, signed.length === 0 ? undefined : error);
      throw error;
    },
  );
}

/**
 * A crossing that was refused does not say how far it came: asks for the head, and does what is missing one by one.
 * @throws `refused`, if given, when the block is missing
 */
async function mineStepByStep(
  engine: Engine,
  inputs: BlockInputs,
  refused: RpcError | undefined,
): Promise<CrossedBlock> {
  const head = (): Promise<EngineBlock> => ask(engine, "eth_getBlockByNumber", ["latest", false]);
  let mined = await head();
  if (Number(mined.number) < inputs.height) {
    if (refused !== undefined) throw refused;
    await ask(engine, "hardhat_setPrevRandao", [inputs.prevRandao]);
    await ask(engine, "hardhat_setNextBlockBaseFeePerGas", [numberToHex(inputs.baseFee)]);
    // The only call that may be refused: a transaction of the block became invalid through others in it.
    await engine.request("evm_mine", [inputs.timestamp]);
    mined = await head();
  }
  const snapshot = hasCheckpoint(inputs.height) ? await takeCheckpoint(engine) : undefined;
  return { mined, read: undefined, snapshot };
}

function readAnswers([, , , found, logs, snapshot]: readonly unknown[], reads: boolean): CrossedBlock {
  if (!reads) return { mined: found as EngineBlock, read: undefined, snapshot: snapshot as string | undefined };
  const block = found as ReadBlock["block"];
  const mined = { ...block, transactions: block.transactions.map(({ hash }) => hash) };
  // Logs are asked for when transactions were expected; a block that has some all the same is read later.
  const isWhole = Array.isArray(logs) || block.transactions.length === 0;
  const read = isWhole ? { block, logs: Array.isArray(logs) ? (logs as EngineLog[]) : [] } : undefined;
  return { mined, read, snapshot: snapshot as string | undefined };
}
