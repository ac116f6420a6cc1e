// Reads one transaction off the chain or out of its pool, and what it moved.
import { decodeFunctionData } from "viem";
import type { Hex } from "../../chains/chain.ts";
import { RpcError } from "../../chains/chain.ts";
import { TOKEN_ABI } from "../../chains/token.ts";
import { type CallFrame, nativeMovements } from "../../flow/indexer/trace.ts";
import type { Context } from "./context.ts";
import type { EngineBlock, EngineReceipt, EngineTransaction } from "./engine-shapes.ts";
import { type Moved, movedNative, movedTokens, tokenOf } from "./value-transfers.ts";
import { arrivedNowhere, calledNothing } from "./wrong-network-hints.ts";

export type Inclusion = {
  height: number;
  blockHash: Hex;
  /** Unix seconds. */
  timestamp: number;
  index: number;
  succeeded: boolean;
  gasUsed: bigint;
  /** Wei per gas. */
  gasPrice: bigint;
  /** The address of a contract it made. */
  created: string;
  logs: number;
  /** Why it reverted, as far as the engine tells. */
  reason: string;
};

/** `inclusion` is undefined while it waits; then `moved` is what it means to move. `nowhere`: why nothing came of it, or "". */
export type TransactionFacts = {
  sent: EngineTransaction;
  inclusion: Inclusion | undefined;
  moved: readonly Moved[];
  nowhere: string;
};

/** A frame with what geth adds to one that failed. */
type TraceFrame = CallFrame & { revertReason?: string };

/** What costs just this ran no code: its value is all there is to trace. */
const PLAIN_TRANSFER_GAS = 21_000n;

/** At most so many movements are shown. */
const MOST_MOVED = 200;

/** Undefined when neither the chain nor its pool has it. */
export async function readTransaction(context: Context, hash: Hex): Promise<TransactionFacts | undefined> {
  const { chain } = context;
  const sent = await chain.request<EngineTransaction | null>("eth_getTransactionByHash", [hash]);
  if (sent === null) return undefined;
  const receipt = await chain.request<EngineReceipt | null>("eth_getTransactionReceipt", [hash]);
  // A reorg may come between two questions: what has no block any more waits again, or is gone with the next visit.
  const block =
    receipt === null ? null : await chain.request<EngineBlock | null>("eth_getBlockByHash", [receipt.blockHash, false]);
  const called = await calledNothing(context, sent);
  if (receipt === null || block === null)
    return { sent, inclusion: undefined, moved: intended(context, sent), nowhere: called };
  const frame = BigInt(receipt.gasUsed) === PLAIN_TRANSFER_GAS ? undefined : await trace(context, hash);
  const moved = movedIn(context, sent, receipt, frame).slice(0, MOST_MOVED);
  const nowhere = called || arrivedNowhere(context, moved);
  return { sent, inclusion: inclusionOf(sent, receipt, block, frame), moved, nowhere };
}

function inclusionOf(
  sent: EngineTransaction,
  receipt: EngineReceipt,
  block: EngineBlock,
  frame: TraceFrame | undefined,
): Inclusion {
  return {
    height: Number(block.number),
    blockHash: block.hash,
    timestamp: Number(block.timestamp),
    index: Number(sent.transactionIndex ?? 0),
    succeeded: receipt.status === "0x1",
    gasUsed: BigInt(receipt.gasUsed),
    gasPrice: BigInt(receipt.effectiveGasPrice),
    created: receipt.contractAddress ?? "",
    logs: receipt.logs.length,
    reason: frame?.revertReason ?? frame?.error ?? "",
  };
}

/** The call tree; undefined where the engine cannot trace. */
async function trace({ chain }: Context, hash: Hex): Promise<TraceFrame | undefined> {
  try {
    return await chain.request<TraceFrame>("debug_traceTransaction", [hash, { tracer: "callTracer" }]);
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

function movedIn(
  { network }: Context,
  sent: EngineTransaction,
  receipt: EngineReceipt,
  frame: TraceFrame | undefined,
): Moved[] {
  if (receipt.status !== "0x1") return [];
  const value = BigInt(sent.value);
  const plain = { from: sent.from, to: sent.to ?? receipt.contractAddress ?? "", raw: value };
  const natives = frame === undefined ? (value > 0n ? [plain] : []) : nativeMovements(frame);
  // The tree begins with the transaction's own value, where it has some.
  const moved = natives.map((one, index) =>
    movedNative(network, index === 0 && value > 0n ? "native" : "internal", one),
  );
  return [...moved, ...movedTokens(network, receipt.logs)];
}

/** What a waiting transaction asks for: its own value, and a token transfer it calls for. */
function intended({ network }: Context, sent: EngineTransaction): Moved[] {
  const raw = BigInt(sent.value);
  const own =
    raw > 0n && sent.to !== null ? [movedNative(network, "intended", { from: sent.from, to: sent.to, raw })] : [];
  const token = (sent.to ?? "").toLowerCase();
  const asset = tokenOf(network, token);
  const call = callOf(sent.input);
  if (asset === undefined || call?.functionName !== "transfer") return own;
  const [to, amount] = call.args;
  return [...own, { kind: "intended", from: sent.from.toLowerCase(), to: to.toLowerCase(), token, asset, raw: amount }];
}

/** A call of one of the tokens' functions; undefined for any other calldata. */
export function callOf(input: Hex) {
  try {
    return decodeFunctionData({ abi: TOKEN_ABI, data: input });
  } catch {
    return undefined;
  }
}
