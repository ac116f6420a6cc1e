// Mines blocks with given inputs in one crossing to the engine: most of a block's time is the round trip.
import { numberToHex } from "viem";
import { assert } from "../../kernel/assert.ts";
import { type BlockInputs, type Head, type Hex, type MinedBlock, RpcError } from "../chain.ts";
import { hasCheckpoint, MINE_NOT_ALONE, takeCheckpoint } from "../engine-checkpoints.ts";
import type { Engine, EngineCall } from "./engine.ts";
import type { EngineBlock } from "./engine-block.ts";
import { ask } from "./own-question.ts";
import type { EngineLog, ReadBlock } from "./recent-blocks.ts";

/** `snapshot`: taken right after the block, if its height has a checkpoint. `read`: if it was asked for. */
export type CrossedBlock = { mined: EngineBlock; read: ReadBlock | undefined; snapshot: string | undefined };

/**
 * `reads`: the transactions and logs of the blocks are read with them. `signed`: transactions that the engine gets before. `offered`:
 * the one transaction of the first block, which is mined only if the engine takes it; none waits in its pool.
 */
export type Crossing = { reads: boolean; signed: readonly Hex[]; offered: Hex | undefined };

/**
 * What waits comes into the first block of `all`; one that follows it is empty.
 * @throws RpcError when the engine refuses the first block or a transaction of `signed`: then nothing is mined, and some of these may
 * wait in its pool; or when it refuses `offered`: then nothing has changed. EngineFailure when it refuses anything else
 */
export async function mineInOneCrossing(
  engine: Engine,
  all: readonly BlockInputs[],
  { reads, signed, offered }: Crossing,
): Promise<CrossedBlock[]> {
  const calls = all.map((inputs, index) => {
    const isOffered = offered !== undefined && index === 0;
    return callsOf(inputs, isOffered ? offering(inputs, offered) : [["evm_mine", [inputs.timestamp]]], reads);
  });
  const sends = signed.map((raw) => ["eth_sendRawTransaction", [raw]] as const);
  try {
    const answers = await engine.batch([...sends, ...calls.flat()]);
    let from = sends.length;
    return calls.map(({ length }, index) => {
      from += length;
      const isSnapshotTaken = hasCheckpoint(all[index]?.height ?? 0);
      return readAnswers(answers.slice(from - (isSnapshotTaken ? 3 : 2), from), reads);
    });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (offered !== undefined) await ask(engine, ...MINE_NOT_ALONE);
    return mineStepByStep(engine, all, sends.length === 0 && offered === undefined ? undefined : error);
  }
}

/**
 * The engine mines the transaction by itself, with the inputs that were set: only then does it refuse one that the next block cannot
 * take, one after a gap of nonces for example, and is as before.
 */
function offering({ timestamp }: BlockInputs, raw: Hex): EngineCall[] {
  return [
    ["evm_setNextBlockTimestamp", [timestamp]],
    ["evm_setAutomine", [true]],
    ["eth_sendRawTransaction", [raw]],
    MINE_NOT_ALONE,
  ];
}

/** The engine mined what was asked for, on top of the head. */
export function assertRequested(inputs: BlockInputs, block: MinedBlock, head: Head): void {
  const asRequested = block.number === inputs.height && block.timestamp === inputs.timestamp;
  assert(asRequested, "the engine mined the requested block", { ...inputs, mined: block });
  assert(block.parentHash === head.hash, "a block follows its parent", { ...block, head });
}

function callsOf(
  { height, prevRandao, baseFee, transactionHashes }: BlockInputs,
  mining: readonly EngineCall[],
  reads: boolean,
): EngineCall[] {
  return [
    ["hardhat_setPrevRandao", [prevRandao]],
    ["hardhat_setNextBlockBaseFeePerGas", [numberToHex(baseFee)]],
    ...mining,
    ["eth_getBlockByNumber", ["latest", reads]],
    reads && transactionHashes.length > 0
      ? ["eth_getLogs", [{ fromBlock: "latest", toBlock: "latest" }]]
      : ["eth_blockNumber", []],
    ...(hasCheckpoint(height) ? ([["evm_snapshot", []]] as const) : []),
  ];
}

/**
 * A crossing that was refused does not say how far it came: asks for the head, and does what is missing one by one.
 * @throws `refused`, if given, when the first block is missing
 */
async function mineStepByStep(
  engine: Engine,
  all: readonly BlockInputs[],
  refused: RpcError | undefined,
): Promise<CrossedBlock[]> {
  const crossed: CrossedBlock[] = [];
  for (const inputs of all) {
    let head = Number(await ask<Hex>(engine, "eth_blockNumber", []));
    if (head < inputs.height) {
      if (refused !== undefined && crossed.length === 0) throw refused;
      await mineAlone(engine, inputs, crossed.length > 0);
      head = inputs.height;
    }
    const mined = await ask<EngineBlock>(engine, "eth_getBlockByNumber", [numberToHex(inputs.height), false]);
    const snapshot = hasCheckpoint(inputs.height) && head === inputs.height ? await takeCheckpoint(engine) : undefined;
    crossed.push({ mined, read: undefined, snapshot });
  }
  return crossed;
}

/** `isEmpty`: nothing can be wrong with it, so a refusal is a failure. */
async function mineAlone(engine: Engine, inputs: BlockInputs, isEmpty: boolean): Promise<void> {
  await ask(engine, "hardhat_setPrevRandao", [inputs.prevRandao]);
  await ask(engine, "hardhat_setNextBlockBaseFeePerGas", [numberToHex(inputs.baseFee)]);
  // The only call that may be refused: a transaction of the block became invalid through others in it.
  if (isEmpty) await ask(engine, "evm_mine", [inputs.timestamp]);
  else await engine.request("evm_mine", [inputs.timestamp]);
}

function readAnswers([found, logs, snapshot]: readonly unknown[], reads: boolean): CrossedBlock {
  if (!reads) return { mined: found as EngineBlock, read: undefined, snapshot: snapshot as string | undefined };
  const block = found as ReadBlock["block"];
  const mined = { ...block, transactions: block.transactions.map(({ hash }) => hash) };
  // Logs are asked for when transactions were expected; a block that has some all the same is read later.
  const isWhole = Array.isArray(logs) || block.transactions.length === 0;
  const read = isWhole ? { block, logs: Array.isArray(logs) ? (logs as EngineLog[]) : [] } : undefined;
  return { mined, read, snapshot: snapshot as string | undefined };
}
