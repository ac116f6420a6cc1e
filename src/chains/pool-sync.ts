// Keeps the three copies of the transaction pool equal: the engine's, the in-memory mirror, the journal's rows.
import type { Hex } from "viem";
import { failpoint } from "../kernel/failpoint.ts";
import { type JournaledStateChange, type MinedBlock, RpcError, type Submission } from "./chain.ts";
import { offer } from "./engine/offer.ts";
import { EngineFailure } from "./engine/own-question.ts";
import type { Journal } from "./journal.ts";
import type { RewindableEngine } from "./rewindable-engine.ts";
import { ALREADY_KNOWN, RPC_CODE } from "./rpc-errors.ts";
import type { TransactionPool } from "./transaction-pool.ts";

export type PoolDependencies = { engine: RewindableEngine; journal: Journal; pool: TransactionPool };

/**
 * Adds a transaction to all three copies of the pool.
 * @throws RpcError when the engine refuses it, or when the sender's balance does not cover it and its waiting transactions
 */
export async function admit(dependencies: PoolDependencies, given: Submission): Promise<Hex> {
  const { engine, journal, pool } = dependencies;
  const bytes =
    typeof given === "string" ? { raw: given, sender: null } : { raw: given.unsigned, sender: given.sender };
  const transaction = await engine.sendDescribed(bytes);
  failpoint("transaction.after_engine");
  const { hash } = transaction;
  const queued = pool.costBeside(transaction);
  // The engine looked at this transaction alone.
  const balance = queued === 0n ? undefined : await engine.balanceOf(transaction.sender);
  if (balance !== undefined && queued + transaction.cost > balance) {
    await engine.drop(hash);
    const replaced = pool.sameNonce(transaction);
    if (replaced !== undefined && !(await offer(engine, journal.transaction(replaced))))
      throw new EngineFailure(`the engine refused ${replaced}, which it had before`);
    const overshot = queued + transaction.cost - balance;
    const details = `balance ${balance}, queued cost ${queued}, tx cost ${transaction.cost}, overshot ${overshot}`;
    throw new RpcError(RPC_CODE.server, `insufficient funds for gas * price + value: ${details}`);
  }
  const replaced = pool.add(
    { ...transaction, isUnlocked: bytes.sender !== null },
    await engine.nextNonce(transaction.sender, transaction),
  );
  journal.write(() => journal.insertWaiting({ hash, ...bytes }, replaced === undefined ? [] : [replaced]));
  return hash;
}

/** Changes the state at the head and journals it, then refills the pool: balances decide which transactions can be paid. */
export async function changeState(
  dependencies: PoolDependencies,
  change: JournaledStateChange,
  also: () => void = () => {},
): Promise<void> {
  const { engine, journal, pool } = dependencies;
  await engine.apply(change);
  journal.write(() => {
    journal.insertStateChange(engine.head.number, change);
    also();
  });
  if (pool.hashes.length > 0 || pool.postponed.size > 0) await refillPool(dependencies, []);
}

/** Takes a waiting transaction out of all three copies; false when it was not there. `also` runs in the transaction of the rows. */
export async function discard(dependencies: PoolDependencies, hash: Hex, also?: () => void): Promise<boolean> {
  const { engine, pool } = dependencies;
  const dropped = pool.postponed.has(hash) || (await engine.drop(hash));
  if (dropped) forget(dependencies, [hash], also);
  return dropped;
}

/** Removes transactions that the engine no longer has from mirror and rows. */
export function forget({ journal, pool }: PoolDependencies, hashes: readonly Hex[], also: () => void = () => {}): void {
  pool.remove(hashes);
  journal.write(() => {
    journal.markGone(hashes);
    also();
  });
}

/** Updates mirror and rows after a block: mined and evicted transactions leave, nonces are read again. */
export async function followBlock(dependencies: PoolDependencies, mined: readonly Hex[]): Promise<void> {
  const { engine, pool } = dependencies;
  pool.remove(mined);
  if (mined.length > 0 && pool.postponed.size > 0) await readmitAll(dependencies, [...pool.postponed]);
  const left = pool.hashes;
  if (left.length === 0) return;
  const pending = new Set(await engine.pending());
  const evicted = left.filter((hash) => !pending.has(hash));
  if (evicted.length > 0) forget(dependencies, evicted);
  for (const sender of pool.senders) pool.setNextNonce(sender, await engine.nextNonce(sender));
  if (mined.length === 0) pool.stall();
}

/** Rebuilds the engine's pool and the mirror from the rows, without the transactions of the given blocks. */
export async function refillPool(dependencies: PoolDependencies, unfinished: readonly MinedBlock[]): Promise<void> {
  const { engine, journal, pool } = dependencies;
  if (!engine.isBare) await engine.emptyPool();
  pool.clear();
  const mined = new Set(unfinished.flatMap((block) => block.transactionHashes));
  const waiting = journal.waiting().filter((hash) => !mined.has(hash));
  await readmitAll(dependencies, waiting);
}

/** Sends transactions of the journal to the engine again; those that can never be mined are removed. */
async function readmitAll(dependencies: PoolDependencies, hashes: readonly Hex[]): Promise<void> {
  const refused: Hex[] = [];
  for (const hash of hashes) if (!(await readmit(dependencies, hash))) refused.push(hash);
  if (refused.length > 0) forget(dependencies, refused);
}

/** False when the engine refuses it for good. One that only lacks funds is postponed. */
async function readmit({ engine, journal, pool }: PoolDependencies, hash: Hex): Promise<boolean> {
  pool.postponed.delete(hash);
  const bytes = journal.transaction(hash);
  try {
    await engine.send(bytes);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.message.startsWith("insufficient funds")) pool.postponed.add(hash);
    return pool.postponed.has(hash) || error.message === ALREADY_KNOWN;
  }
  const transaction = await engine.describe(hash);
  pool.add({ ...transaction, isUnlocked: bytes.sender !== null }, await engine.nextNonce(transaction.sender));
  return true;
}
