// Reads a transaction from the chain or its mempool, and the value it transferred.
import { decodeFunctionData } from "viem";
import type { Hex } from "../../../chains/chain.ts";
import { RpcError } from "../../../chains/chain.ts";
import { TOKEN_ABI } from "../../../chains/token.ts";
import { type CallFrame, nativeMovements } from "../../../flow/indexer/trace.ts";
import type { Context } from "../context.ts";
import type { EngineBlock, EngineLog, EngineReceipt, EngineTransaction } from "../engine-shapes.ts";
import { type Moved, movedNative, movedTokens, tokenOf } from "../value-transfers.ts";
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
  /** The address of the contract it created. */
  created: string;
  logs: readonly EngineLog[];
  /** Why it reverted, where the engine reports it. */
  reason: string;
};

/** `inclusion` is undefined while it is pending; then `moved` is what it intends to transfer. `nowhere`: the hint why it had no effect, or "". */
export type TransactionFacts = {
  sent: EngineTransaction;
  inclusion: Inclusion | undefined;
  moved: readonly Moved[];
  nowhere: string;
  /** The call tree; undefined while it is pending, for a plain transfer, and where the engine cannot trace. */
  calls: TraceFrame | undefined;
};

/** A trace frame with what it called, and the members that geth adds to a failed one. */
export type TraceFrame = Omit<CallFrame, "calls"> & {
  input?: string;
  gasUsed?: string;
  revertReason?: string;
  calls?: TraceFrame[];
};

/** A transaction with exactly this gas ran no code: its own value is all there is to trace. */
const PLAIN_TRANSFER_GAS = 21_000n;

/** Limit of transfers on a page. */
const MOST_MOVED = 200;

/** Undefined when neither the chain nor its mempool has it. */
export async function readTransaction(context: Context, hash: Hex): Promise<TransactionFacts | undefined> {
  const { chain } = context;
  const sent = await chain.request<EngineTransaction | null>("eth_getTransactionByHash", [hash]);
  if (sent === null) return undefined;
  const receipt = await chain.request<EngineReceipt | null>("eth_getTransactionReceipt", [hash]);
  // A reorg may happen between two queries: a transaction that lost its block is pending again, or gone at the next visit.
  const block =
    receipt === null ? null : await chain.request<EngineBlock | null>("eth_getBlockByHash", [receipt.blockHash, false]);
  const called = await calledNothing(context, sent);
  if (receipt === null || block === null)
    return { sent, inclusion: undefined, moved: intended(context, sent), nowhere: called, calls: undefined };
  const frame = BigInt(receipt.gasUsed) === PLAIN_TRANSFER_GAS ? undefined : await trace(context, hash);
  const moved = movedIn(context, sent, receipt, frame).slice(0, MOST_MOVED);
  const nowhere = called || arrivedNowhere(context, moved);
  return { sent, inclusion: inclusionOf(sent, receipt, block, frame), moved, nowhere, calls: frame };
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
    logs: receipt.logs,
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
  // The root of the tree is the transaction's own value, where it has one.
  const moved = natives.map((one, index) =>
    movedNative(network, index === 0 && value > 0n ? "native" : "internal", one),
  );
  return [...moved, ...movedTokens(network, receipt.logs)];
}

/** What a pending transaction intends to transfer: its own value, and the token transfer it calls. */
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

/** A call of one of the token functions; undefined for any other calldata. */
function callOf(input: Hex) {
  try {
    return decodeFunctionData({ abi: TOKEN_ABI, data: input });
  } catch {
    return undefined;
  }
}
