// Transactions of impersonated accounts: nobody has their key, so the engine gets the fields and the sender instead of signed bytes.
import { formatTransactionRequest, parseTransaction } from "viem";
import type { Hex } from "../chain.ts";
import type { JournaledTransaction } from "../journal.ts";
import type { Engine } from "./engine.ts";
import { ask } from "./own-question.ts";

/** Gives a transaction to the engine, signed or as its unlocked sender. @throws RpcError when the engine refuses it */
export async function sendTo(engine: Engine, { raw, sender }: Omit<JournaledTransaction, "hash">): Promise<Hex> {
  if (sender === null) return engine.request<Hex>("eth_sendRawTransaction", [raw]);
  // Unlocked for this one call only, so that the engine's own state never decides what a replay does.
  await ask(engine, "hardhat_impersonateAccount", [sender]);
  try {
    return await engine.request<Hex>("eth_sendTransaction", [fieldsOf(raw, sender)]);
  } finally {
    await ask(engine, "hardhat_stopImpersonatingAccount", [sender]);
  }
}

/** The fields of unsigned bytes, as JSON-RPC has them. */
function fieldsOf(unsigned: Hex, from: Hex): Record<string, unknown> {
  const { type: _type, ...fields } = formatTransactionRequest({ ...parseTransaction(unsigned), from } as never);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
