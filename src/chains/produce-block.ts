// Mines a block on top of the head, and an empty one that follows: journals their inputs, mines, then updates the pool.
import type { Hex } from "viem";
import { assert } from "../kernel/assert.ts";
import { failpoint } from "../kernel/failpoint.ts";
import type { BlockInputs, BlockOptions, Head, MinedBlock, OfferedBlocks, TransactionCall } from "./chain.ts";
import { unlessRefused } from "./engine/offer.ts";
import { callOfTransaction } from "./engine/transaction-head.ts";
import type { BlockRandomness } from "./inputs/block-randomness.ts";
import type { NextBlock } from "./inputs/next-block.ts";
import { mineOrSkip } from "./mine-from-journal.ts";
import { discard, followBlock, type PoolDependencies, refillPool } from "./pool-sync.ts";

/** `randomPrevRandao`: used unless an operator has set one. */
export type BlockInput = { atMs: number; randomPrevRandao: () => Hex } & BlockOptions;

export async function produceBlock(
  dependencies: PoolDependencies,
  next: NextBlock,
  { atMs, randomPrevRandao, empty, isManaged = () => false, isFollowed }: BlockInput,
): Promise<MinedBlock[]> {
  const { engine, journal, pool } = dependencies;
  for (const { hash, sender } of pool.unlocked) if (isManaged(sender)) await discard(dependencies, hash);
  if (empty) await engine.emptyPool();
  const only = next.isSteady && !empty ? pool.only : undefined;
  const isPair = only !== undefined && isFollowed?.(only) === true;
  const all = inputsOf(engine.head, next, empty ? [] : pool.hashes, { atMs, randomPrevRandao, isPair });
  journal.write(() => {
    for (const one of all) journal.insertIntent(one);
    next.begun();
  });
  const blocks = await mined(() => {
    pool.setBaseFee(next.baseFee);
    return mineOrSkip(engine, journal, all, true);
  });
  if (empty) await refillPool(dependencies, blocks);
  else
    await followBlock(
      dependencies,
      blocks.flatMap(({ transactionHashes }) => transactionHashes),
    );
  return blocks;
}

/** Mines blocks whose intents are committed. */
async function mined<Blocks>(mine: () => Promise<Blocks>): Promise<Blocks> {
  failpoint("block.after_intent");
  const mining = mine();
  failpoint("block.in_engine");
  const blocks = await mining;
  failpoint("block.after_engine");
  return blocks;
}

/** Inputs of the block on top of the head, with `isPair` of the empty one that follows it too. */
function inputsOf(
  { number, timestamp }: Head,
  next: NextBlock,
  transactionHashes: readonly Hex[],
  { atMs, randomPrevRandao, isPair }: Pick<BlockInput, "atMs" | "randomPrevRandao"> & { isPair: boolean },
): BlockInputs[] {
  const random = randomPrevRandao();
  const inputs: BlockInputs = {
    height: number + 1,
    timestamp: Math.max(timestamp, Math.floor(atMs / 1000)),
    prevRandao: next.prevRandao ?? random,
    baseFee: next.baseFee,
    transactionHashes,
  };
  if (!isPair) return [inputs];
  return [inputs, { ...inputs, height: number + 2, prevRandao: randomPrevRandao(), transactionHashes: [] }];
}

export type OfferInput = {
  atMs: number;
  randomness: Pick<BlockRandomness, "next" | "takeBack">;
  isFollowed: (call: TransactionCall) => boolean;
};

/**
 * Mines the block of a signed transaction that nobody has looked at yet, in one crossing. Its bytes and the intent of its block are one
 * commit; both are deleted when the engine does not take it. Undefined then, and when it has to be sent the usual way: others wait, the
 * next block has inputs of its own, the journal knows the transaction, or it is of another type than 2.
 */
export async function produceOffered(
  { engine, journal, pool }: PoolDependencies,
  next: NextBlock,
  raw: Hex,
  { atMs, randomness, isFollowed }: OfferInput,
): Promise<OfferedBlocks | undefined> {
  const call = pool.isEmpty && next.isSteady ? callOfTransaction(raw) : undefined;
  if (call === undefined) return undefined;
  const hash = engine.hashOf(raw);
  const all = journal.write(() => {
    if (!journal.offered.insert(hash, raw)) return undefined;
    const isPair = isFollowed({ hash, ...call });
    const inputs = inputsOf(engine.head, next, [hash], { atMs, randomPrevRandao: () => randomness.next(), isPair });
    for (const one of inputs) journal.insertIntent(one);
    return inputs;
  });
  if (all === undefined) return undefined;
  const blocks = await mined(() => unlessRefused(engine.mineAll(all, { reads: true, offered: raw })));
  if (blocks !== undefined) {
    assert(blocks[0]?.transactionHashes[0] === hash, "the engine mined the transaction that it took", { hash });
    return { hash, blocks };
  }
  journal.write(() => journal.offered.withdraw(hash, engine.head.number + 1));
  randomness.takeBack(all.length);
  return undefined;
}
