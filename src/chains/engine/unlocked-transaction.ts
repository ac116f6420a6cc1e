// Transactions of impersonated accounts: nobody has their key, so the engine gets the fields and the sender instead of signed bytes.
import { formatTransactionRequest, numberToHex, parseTransaction } from "viem";
import type { Hex } from "../chain.ts";
import type { JournaledTransaction } from "../journal.ts";
import type { Engine } from "./engine.ts";
import { ask } from "./own-question.ts";

/** `hash`: of a transaction that is in the journal. */
export type Sendable = Omit<JournaledTransaction, "hash"> & { hash?: Hex };

type Fields = Record<string, unknown>;

/** The tip (wei per gas) that Hardhat's provider gave to a transaction that named none. */
const HARDHATS_TIP = 10n ** 9n;

/** Gives a transaction to the engine, signed or as its unlocked sender. @throws RpcError when the engine refuses it */
export async function sendTo(engine: Engine, { raw, sender, hash }: Sendable): Promise<Hex> {
  if (sender === null) return engine.request<Hex>("eth_sendRawTransaction", [raw]);
  // Unlocked for this one call only, so that the engine's own state never decides what a replay does.
  await ask(engine, "hardhat_impersonateAccount", [sender]);
  try {
    return await sendUnlocked(engine, raw, sender, hash);
  } finally {
    await ask(engine, "hardhat_stopImpersonatingAccount", [sender]);
  }
}

/** A journal of an older version may have the hash of what its engine had made of the bytes: then the engine gets that again. */
async function sendUnlocked(engine: Engine, unsigned: Hex, sender: Hex, hash: Hex | undefined): Promise<Hex> {
  const fields = fieldsOf(unsigned, sender);
  let sent = await engine.request<Hex>("eth_sendTransaction", [{ ...zerosOf(fields), ...fields }]);
  if (hash === undefined) return sent;
  for (const older of olderForms(fields)) {
    if (sent === hash) break;
    await ask(engine, "hardhat_dropTransaction", [sent]);
    sent = await engine.request<Hex>("eth_sendTransaction", [older]);
  }
  return sent;
}

/** The fields of unsigned bytes, as JSON-RPC has them; what is zero is not among them. */
function fieldsOf(unsigned: Hex, from: Hex): Fields {
  const { type: _type, ...fields } = formatTransactionRequest({ ...parseTransaction(unsigned), from } as never);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Fees of zero: the engine would choose a fee that is left out. */
function zerosOf(fields: Fields): Fields {
  return isDynamic(fields) ? { maxFeePerGas: "0x0", maxPriorityFeePerGas: "0x0" } : { gasPrice: "0x0" };
}

function isDynamic(fields: Fields): boolean {
  return "maxFeePerGas" in fields || "maxPriorityFeePerGas" in fields;
}

/** A tip of zero was left out by older versions: the engine chose one, or Hardhat's provider did before it. */
function olderForms(fields: Fields): Fields[] {
  if (!isDynamic(fields) || "maxPriorityFeePerGas" in fields) return [];
  const cap = BigInt(fields["maxFeePerGas"] as Hex);
  const maxFeePerGas = numberToHex(cap < HARDHATS_TIP ? cap + HARDHATS_TIP : cap);
  return [fields, { ...fields, maxFeePerGas, maxPriorityFeePerGas: numberToHex(HARDHATS_TIP) }];
}
