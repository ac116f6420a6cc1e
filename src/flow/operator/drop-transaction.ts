// Dropping a pending transaction from a pool on request; a platform transaction is sent again by its watch job.
import type { Chain, Hex } from "../../chains/chain.ts";
import { bringForward, isPlanned, plannedAt, schedule } from "../../domain/agenda.ts";
import { type AttemptPurpose, REPLACE_AFTER_MS, WATCH_ATTEMPT_JOB } from "../../domain/attempt/attempt.ts";
import { attemptByHash } from "../../domain/attempt/store.ts";
import type { World } from "../../domain/world.ts";
import { Problem } from "../../kernel/problem.ts";
import type { FlowDependencies } from "../dependencies.ts";

/** A transaction in a pool. `purpose`: what the platform sends it for; null = not a platform transaction. */
export type PendingTransaction = { hash: string; from: string; nonce: number; purpose: AttemptPurpose | null };

/** `sent_again_at`: when the platform sends it again (virtual ms); null = its sender has to. */
export type Dropped = PendingTransaction & { network: string; sent_again_at: number | null };

type EngineTransaction = { hash: Hex; from: Hex; nonce: Hex; blockNumber: Hex | null };

/**
 * Drops a pending transaction. Runs inside `loop.exclusive`.
 * @throws Problem resourceNotFound with the pending ones in `details`, or invalidRequest for one that is in a block
 */
export async function dropTransaction(
  { world, chains }: FlowDependencies,
  network: string,
  given: string,
): Promise<Dropped> {
  const chain = chains.get(network);
  const hash = given.toLowerCase() as Hex;
  const found = await find(chain, hash);
  if (found === null) throw await nothingThere(world, chain, given);
  if (found.blockNumber !== null) {
    const block = Number(found.blockNumber);
    const detail = `${hash} is in block ${block}: a reorg with "transactions": "drop" takes it out of there`;
    throw new Problem("invalidRequest", detail, { details: { block_number: block, head: chain.head.number } });
  }
  let sentAgainAt: number | null = null;
  const dropped = await chain.drop(hash, () => {
    world.clock.tick();
    sentAgainAt = scheduleResend(world, network, hash);
  });
  if (!dropped) throw await nothingThere(world, chain, given);
  return { network, ...waitingOf(world, network, found), sent_again_at: sentAgainAt };
}

/** The watch job of a dropped attempt runs within a minute, however rarely it ran before. */
function scheduleResend(world: World, network: string, hash: string): number | null {
  const attempt = attemptByHash(world.db, network, hash);
  if (attempt === undefined) return null;
  const ref = String(attempt.id);
  const at = world.clock.now() + REPLACE_AFTER_MS;
  if (isPlanned(world.db, WATCH_ATTEMPT_JOB, ref)) bringForward(world.db, WATCH_ATTEMPT_JOB, ref, at);
  else schedule(world.db, WATCH_ATTEMPT_JOB, ref, at);
  return plannedAt(world.db, WATCH_ATTEMPT_JOB, ref) ?? null;
}

/** Anything that is not a hash is not found. */
async function find(chain: Chain, hash: Hex): Promise<EngineTransaction | null> {
  if (!/^0x[0-9a-f]{64}$/.test(hash)) return null;
  return chain.request<EngineTransaction | null>("eth_getTransactionByHash", [hash]);
}

async function nothingThere(world: World, chain: Chain, given: string): Promise<Problem> {
  const network = chain.definition.symbol;
  const waiting = (await chain.request<EngineTransaction[]>("eth_pendingTransactions")).map((transaction) =>
    waitingOf(world, network, transaction),
  );
  const choice = waiting.length === 0 ? "nothing waits there" : "use one of details.waiting";
  const detail = `no transaction ${JSON.stringify(given)} waits on ${network}: ${choice}`;
  return new Problem("resourceNotFound", detail, { details: { waiting } });
}

function waitingOf(world: World, network: string, { hash, from, nonce }: EngineTransaction): PendingTransaction {
  return { hash, from, nonce: Number(nonce), purpose: attemptByHash(world.db, network, hash)?.purpose ?? null };
}
