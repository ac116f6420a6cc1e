// Mines blocks with given inputs in one crossing to the engine: most of a block's time is the round trip.
import { numberToHex } from "viem";
import { assert } from "../../kernel/assert.ts";
import { PLAIN_TRANSFER_GAS } from "../../kernel/transaction-gas.ts";
import { type BlockInputs, type Head, type Hex, type MinedBlock, RpcError } from "../chain.ts";
import { hasCheckpoint, MINE_NOT_ALONE, takeCheckpoint } from "../engine-checkpoints.ts";
import type { Engine, EngineCall } from "./engine.ts";
import type { EngineBlock } from "./engine-block.ts";
import { ask } from "./own-question.ts";
import type { EngineLog, ReadBlock } from "./recent-blocks.ts";
import { headOfTransaction } from "./transaction-head.ts";

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
  const parts = all.map((inputs, index): BlockCalls => {
    const sent = index === 0 ? offered : undefined;
    const mining: EngineCall[] = sent === undefined ? [["evm_mine", [inputs.timestamp]]] : offering(inputs, sent);
    const asksLogs = reads && inputs.transactionHashes.length > 0 && !(sent !== undefined && isPlain(sent));
    return { calls: [...settingOf(inputs), ...mining, ...readingOf(inputs, { reads, asksLogs })], inputs, asksLogs };
  });
  const sends = signed.map((raw) => ["eth_sendRawTransaction", [raw]] as const);
  try {
    const answers = await engine.batch([...sends, ...parts.flatMap(({ calls }) => calls)]);
    let to = sends.length;
    return parts.map((part) => {
      to += part.calls.length;
      return readAnswers(answers.slice(to - part.calls.length, to), part, reads);
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

/** The calls of a block in a crossing. */
type BlockCalls = { calls: readonly EngineCall[]; inputs: BlockInputs; asksLogs: boolean };

/** No code can run with the gas of a plain transfer, so the transaction leaves no log. */
function isPlain(raw: Hex): boolean {
  const head = headOfTransaction(raw);
  return head !== undefined && head.gas <= PLAIN_TRANSFER_GAS;
}

function settingOf({ prevRandao, baseFee }: BlockInputs): EngineCall[] {
  return [
    ["hardhat_setPrevRandao", [prevRandao]],
    ["hardhat_setNextBlockBaseFeePerGas", [numberToHex(baseFee)]],
  ];
}

/** What is asked of a mined block: itself, its logs, and its snapshot, as far as each is wanted. */
function readingOf({ height }: BlockInputs, { reads, asksLogs }: { reads: boolean; asksLogs: boolean }): EngineCall[] {
  const calls: EngineCall[] = [["eth_getBlockByNumber", ["latest", reads]]];
  if (asksLogs) calls.push(["eth_getLogs", [{ fromBlock: "latest", toBlock: "latest" }]]);
  if (hasCheckpoint(height)) calls.push(["evm_snapshot", []]);
  return calls;
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

/** `answers`: of all calls of the block. */
function readAnswers(answers: readonly unknown[], { inputs, asksLogs }: BlockCalls, reads: boolean): CrossedBlock {
  const snapshot = hasCheckpoint(inputs.height) ? (answers.at(-1) as string) : undefined;
  const read = answers.slice(0, snapshot === undefined ? undefined : -1);
  const logs = asksLogs ? (read.at(-1) as EngineLog[]) : [];
  const found = read.at(asksLogs ? -2 : -1);
  if (!reads) return { mined: found as EngineBlock, read: undefined, snapshot };
  const block = found as ReadBlock["block"];
  const hashes = block.transactions.map(({ hash }) => hash);
  // Logs are asked for when transactions were expected that can have some; a block that has others is read later.
  const isWhole = asksLogs || hashes.every((hash) => inputs.transactionHashes.includes(hash));
  return { mined: { ...block, transactions: hashes }, read: isWhole ? { block, logs } : undefined, snapshot };
}
