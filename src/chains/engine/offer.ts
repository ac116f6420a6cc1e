// Asks an engine for what it may refuse: a transaction, or a block.
import { type Hex, RpcError } from "../chain.ts";
import type { JournaledTransaction } from "../journal.ts";

/** What the engine answers; undefined when it refuses. Other errors are thrown. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

/** Sends the transaction; false when the engine refuses it. Other errors are thrown. */
export async function offer(
  engine: { send(transaction: JournaledTransaction): Promise<Hex> },
  transaction: JournaledTransaction,
): Promise<boolean> {
  return (await unlessRefused(engine.send(transaction))) !== undefined;
}
