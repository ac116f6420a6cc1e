// Traces many transactions, one after the other, with bounds on their number and on the length of the answer.
import type { Chain, Hex } from "../../../chains/chain.ts";
import { refused } from "../../arguments.ts";
import type { GasLimits } from "../../gas-limits.ts";
import { MESSAGE_LIMITS } from "../../json-rpc.ts";

/** The engine executes the transactions before it in the block again for each one, so their number bounds the time. */
export const MAX_TRACED_TRANSACTIONS = 500;

/**
 * The trace of each transaction, in order; a block or range takes one place in the line of traces.
 * @throws RpcError -32000 for too many transactions, or when their traces are too long for one answer
 */
export function traceMany<T>(
  chain: Chain,
  gasLimits: GasLimits,
  hashes: readonly Hex[],
  options: Record<string, unknown>,
): Promise<{ hash: Hex; trace: T }[]> {
  if (hashes.length > MAX_TRACED_TRANSACTIONS) {
    throw refused(
      `${hashes.length} transactions are too many for one trace (limit ${MAX_TRACED_TRANSACTIONS}): use debug_traceTransaction`,
    );
  }
  return gasLimits.trace(async () => {
    const traces: { hash: Hex; trace: T }[] = [];
    let length = 0;
    for (const hash of hashes) {
      const trace = await chain.request<T>("debug_traceTransaction", [hash, options]);
      traces.push({ hash, trace });
      length += JSON.stringify(trace).length;
      if (length > MESSAGE_LIMITS.resultLength)
        throw refused("the traces are too long for one answer: use debug_traceTransaction");
    }
    return traces;
  });
}
