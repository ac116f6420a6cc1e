// Gives a transaction to the engine and reads what the pool has to know of it.
import { type Hex, keccak256 } from "viem";
import { assert } from "../../kernel/assert.ts";
import type { JournaledTransaction } from "../journal.ts";
import type { WaitingTransaction } from "../transaction-pool.ts";
import type { Engine } from "./engine.ts";
import { sendTo } from "./unlocked-transaction.ts";

type EngineTransaction = { hash: Hex; from: Hex; nonce: Hex; gas: Hex; value: Hex; gasPrice: Hex; maxFeePerGas?: Hex };

/** In one crossing when the bytes are signed, since their hash is known then. @throws RpcError when the engine refuses it */
export async function sendAndDescribe(
  engine: Engine,
  transaction: Omit<JournaledTransaction, "hash">,
): Promise<WaitingTransaction> {
  if (transaction.sender !== null) return describeTransaction(engine, await sendTo(engine, transaction));
  const [hash, known] = await engine.batch([
    ["eth_sendRawTransaction", [transaction.raw]],
    ["eth_getTransactionByHash", [keccak256(transaction.raw)]],
  ]);
  return waiting(known as EngineTransaction | null, hash as Hex);
}

/** Sender, nonce, fee and cost of a transaction that the engine has accepted. */
export async function describeTransaction(engine: Engine, hash: Hex): Promise<WaitingTransaction> {
  return waiting(await engine.request<EngineTransaction | null>("eth_getTransactionByHash", [hash]), hash);
}

function waiting(transaction: EngineTransaction | null, hash: Hex): WaitingTransaction {
  assert(transaction !== null, "an accepted transaction is known to the engine", { hash });
  const { from, nonce, gas, value, gasPrice } = transaction;
  const maxFeePerGas = BigInt(transaction.maxFeePerGas ?? gasPrice);
  const cost = BigInt(gas) * maxFeePerGas + BigInt(value);
  return { hash, sender: from, nonce: Number(nonce), maxFeePerGas, cost };
}
