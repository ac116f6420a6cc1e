// Broadcasting signed bytes and interpreting the node's answer: whether they were accepted is asked of the chain.
import { type Chain, type Hex, RpcError } from "../../chains/chain.ts";
import { RPC_CODE } from "../../chains/rpc-errors.ts";
import { type AttemptRow, asSigned, gasCeiling, type UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { usedByAnother } from "./nonce-conflict.ts";
import type { Refusal } from "./outcome.ts";

/** `uncertain`: it is unknown whether the node has the bytes. `refused`: it has not, and they are in no block. */
export type BroadcastResult =
  | { kind: "accepted" }
  | { kind: "uncertain"; message: string }
  | { kind: "refused"; refusal: Refusal };

/** Sends the bytes to the node, under the attempt's fault `effect`. */
export async function broadcast(
  { chains }: Pick<FlowDependencies, "chains">,
  attempt: AttemptRow,
): Promise<BroadcastResult> {
  const chain = chains.get(attempt.network);
  const error = await offer(chain, attempt);
  const known = error === undefined || (await isKnown(chain, attempt));
  if (attempt.effect === "drop") await chain.drop(attempt.hash as Hex);
  if (known) return { kind: "accepted" };
  if (attempt.effect === "unavailable") return { kind: "uncertain", message: error.message };
  return { kind: "refused", refusal: await reasonOf(chain, attempt, error) };
}

/** True when the node has it in its pool or in a block. */
export async function isKnown(chain: Chain, { hash }: Pick<AttemptRow, "hash">): Promise<boolean> {
  return (await chain.request("eth_getTransactionByHash", [hash])) !== null;
}

/** The sender's next nonce as of `block`, a block tag or number as in JSON-RPC. */
export async function minedNonce(chain: Chain, sender: string, block: "latest" | Hex = "latest"): Promise<number> {
  return Number(await chain.request<Hex>("eth_getTransactionCount", [sender, block]));
}

/** The node's error, or undefined when it accepted the bytes. Errors other than an answer of the node are thrown. */
async function offer(chain: Chain, attempt: AttemptRow): Promise<RpcError | undefined> {
  const pretended = pretendedError(attempt);
  if (pretended !== undefined) return pretended;
  try {
    await chain.submit(attempt.raw as Hex);
    return undefined;
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
}

/** The error that a fault pretends; the bytes do not reach the node. */
function pretendedError({ effect, nonce, plan }: AttemptRow): RpcError | undefined {
  switch (effect) {
    case "no-gas-money": {
      const { value, ...rest } = asSigned(JSON.parse(plan) as UnsignedTransaction);
      const cost = BigInt(value) + gasCeiling({ value, ...rest });
      const facts = `balance ${value}, tx cost ${cost}`;
      return new RpcError(RPC_CODE.server, `insufficient funds for gas * price + value: ${facts}`);
    }
    case "nonce-too-low":
      return new RpcError(RPC_CODE.server, `nonce too low: next nonce ${nonce + 1}, tx nonce ${nonce}`);
    case "unavailable":
      return new RpcError(RPC_CODE.internal, "the node does not answer");
    default:
      return undefined;
  }
}

/** Why the node refused: nonce and balance are asked of the chain, whatever the error text says. */
async function reasonOf(chain: Chain, attempt: AttemptRow, { message }: RpcError): Promise<Refusal> {
  if ((await minedNonce(chain, attempt.sender)) > attempt.nonce) return usedByAnother(attempt.nonce);
  if (!message.startsWith("insufficient funds")) return { why: "other", message };
  const balance = BigInt(await chain.request<Hex>("eth_getBalance", [attempt.sender, "latest"]));
  const { value } = asSigned(JSON.parse(attempt.plan) as UnsignedTransaction);
  return { why: balance < BigInt(value) ? "balance" : "gas-money", message };
}
