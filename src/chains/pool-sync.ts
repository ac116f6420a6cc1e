// Keeps the three places of a waiting transaction alike: the engine's pool, its mirror, the journal's rows.
import type { Hex } from "viem";
import { type JournaledStateChange, type MinedBlock, RpcError } from "./chain.ts";
import type { Journal } from "./journal.ts";
import type { RewindableEngine } from "./rewindable-engine.ts";
import { RPC_CODE } from "./rpc-errors.ts";
import type { TransactionPool } from "./transaction-pool.ts";

export type PoolDependencies = { engine: RewindableEngine; journal: Journal; pool: TransactionPool };

/**
 * Takes a signed transaction into all three places.
 * @throws RpcError when the engine refuses it, or when the sender could not pay it beside what already waits
 */
export async function admit(parts: PoolDependencies, raw: Hex): Promise<Hex> {
  const { engine, journal, pool } = parts;
  const hash = await engine.send(raw);
  const transaction = await engine.describe(hash);
  const queued = pool.costBeside(transaction);
  const [balance, nextNonce] = await Promise.all([
    engine.balanceOf(transaction.sender),
    engine.nextNonce(transaction.sender),
  ]);
  if (queued + transaction.cost > balance) {
    await engine.drop(hash);
    const replaced = pool.sameNonce(transaction);
    if (replaced !== undefined) await engine.offer(journal.rawOf(replaced));
    const overshot = queued + transaction.cost - balance;
    const facts = `balance ${balance}, queued cost ${queued}, tx cost ${transaction.cost}, overshot ${overshot}`;
    throw new RpcError(RPC_CODE.server, `insufficient funds for gas * price + value: ${facts}`);
  }
  const replaced = pool.add(transaction, nextNonce);
  journal.write(() => journal.insertWaiting({ hash, raw }, replaced === undefined ? [] : [replaced]));
  return hash;
}

/** Changes the state at the head and writes it down; what waits is looked at anew: it may be able to pay now, or no longer. */
export async function changeState(
  parts: PoolDependencies,
  act: JournaledStateChange,
  also: () => void = () => {},
): Promise<void> {
  const { engine, journal } = parts;
  await engine.apply(act);
  journal.write(() => {
    journal.insertAct(engine.head.number, act);
    also();
  });
  await refillPool(parts, []);
}

/** Takes transactions that the engine no longer has out of mirror and rows. */
export function forget({ journal, pool }: PoolDependencies, hashes: readonly Hex[], also: () => void = () => {}): void {
  pool.remove(hashes);
  journal.write(() => {
    journal.markGone(hashes);
    also();
  });
}

/** Follows the engine's pool after a block: mined ones leave, evicted ones too, the rest is counted anew. */
export async function followBlock(parts: PoolDependencies, mined: readonly Hex[]): Promise<void> {
  const { engine, pool } = parts;
  pool.remove(mined);
  if (mined.length > 0 && pool.postponed.size > 0) await readmitAll(parts, [...pool.postponed]);
  const left = pool.hashes;
  if (left.length === 0) return;
  const pending = new Set(await engine.pending());
  const evicted = left.filter((hash) => !pending.has(hash));
  if (evicted.length > 0) forget(parts, evicted);
  for (const sender of pool.senders) pool.setNextNonce(sender, await engine.nextNonce(sender));
  if (mined.length === 0) pool.stall();
}

/** Makes the engine's pool and the mirror what the rows say, without what the given blocks have mined. */
export async function refillPool(parts: PoolDependencies, unfinished: readonly MinedBlock[]): Promise<void> {
  const { engine, journal, pool } = parts;
  await engine.emptyPool();
  pool.clear();
  const mined = new Set(unfinished.flatMap((block) => block.transactionHashes));
  const waiting = journal.waiting().map(({ hash }) => hash);
  await readmitAll(
    parts,
    waiting.filter((hash) => !mined.has(hash)),
  );
}

/** Hands transactions of the journal to the engine again; those that can never be mined any more are forgotten. */
async function readmitAll(parts: PoolDependencies, hashes: readonly Hex[]): Promise<void> {
  const refused: Hex[] = [];
  for (const hash of hashes) if (!(await readmit(parts, hash))) refused.push(hash);
  if (refused.length > 0) forget(parts, refused);
}

/** False when the engine will not have it, now or later. One that lacks money only is postponed. */
async function readmit({ engine, journal, pool }: PoolDependencies, hash: Hex): Promise<boolean> {
  pool.postponed.delete(hash);
  try {
    await engine.send(journal.rawOf(hash));
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.message.startsWith("insufficient funds")) pool.postponed.add(hash);
    return pool.postponed.has(hash) || error.message === "already known";
  }
  const transaction = await engine.describe(hash);
  pool.add(transaction, await engine.nextNonce(transaction.sender));
  return true;
}
