// Offers a transaction to an engine that may refuse it.
import { RpcError } from "../chain.ts";
import type { JournaledTransaction } from "../journal.ts";

/** Sends the transaction; false when the engine refuses it. Other errors are thrown. */
export async function offer(
  engine: { send(transaction: JournaledTransaction): Promise<unknown> },
  transaction: JournaledTransaction,
): Promise<boolean> {
  try {
    await engine.send(transaction);
    return true;
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}
