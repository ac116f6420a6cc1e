// Gives a transaction to the engine and reads what the pool has to know of it.
import type { Hex } from "viem";
import { assert } from "../../kernel/assert.ts";
import { RpcError } from "../chain.ts";
import type { JournaledTransaction } from "../journal.ts";
import { ALREADY_KNOWN } from "../rpc-errors.ts";
import type { WaitingTransaction } from "../transaction-pool.ts";
import type { Engine } from "./engine.ts";
import { ask, EngineFailure } from "./own-question.ts";
import type { EngineTransaction } from "./recent-blocks.ts";
import { sendTo } from "./unlocked-transaction.ts";

/** As the engine describes it; `blockHash` is null while it waits. */
type PricedTransaction = EngineTransaction & { blockHash: Hex | null; gasPrice: Hex; maxFeePerGas?: Hex };

/**
 * In one crossing when the bytes are signed, since their hash is known then.
 * @throws RpcError when the engine refuses it: then its pool is as before. EngineFailure when it has it and does not describe it
 */
export async function sendAndDescribe(
  engine: Engine,
  transaction: Omit<JournaledTransaction, "hash">,
): Promise<WaitingTransaction> {
  if (transaction.sender !== null) return describeTransaction(engine, await sendTo(engine, transaction));
  const { raw } = transaction;
  const hash = engine.hashOf(raw);
  const crossing = engine.batch([
    ["eth_sendRawTransaction", [raw]],
    ["eth_getTransactionByHash", [hash]],
  ]);
  const [, known] = await crossing.catch(async (error: unknown) => {
    if (error instanceof RpcError) await demandNotTaken(engine, hash, error);
    throw error;
  });
  return waiting(known as PricedTransaction | null, hash);
}

/** A crossing does not say which of its calls was refused. @throws EngineFailure when the transaction came into the pool before */
async function demandNotTaken(engine: Engine, hash: Hex, error: RpcError): Promise<void> {
  if (error.message === ALREADY_KNOWN) return;
  const found = await ask<PricedTransaction | null>(engine, "eth_getTransactionByHash", [hash]);
  if (found === null || found.blockHash !== null) return;
  throw new EngineFailure(`the engine has ${hash} and does not describe it`, { cause: error });
}

/** Sender, nonce, fee and cost of a transaction that the engine has accepted. */
export async function describeTransaction(engine: Engine, hash: Hex): Promise<WaitingTransaction> {
  return waiting(await ask<PricedTransaction | null>(engine, "eth_getTransactionByHash", [hash]), hash);
}

function waiting(transaction: PricedTransaction | null, hash: Hex): WaitingTransaction {
  assert(transaction !== null, "an accepted transaction is known to the engine", { hash });
  const { from, nonce, gas, value, gasPrice, to, input } = transaction;
  const maxFeePerGas = BigInt(transaction.maxFeePerGas ?? gasPrice);
  const cost = BigInt(gas) * maxFeePerGas + BigInt(value);
  return { hash, sender: from, nonce: Number(nonce), maxFeePerGas, cost, to, input };
}
