// Transaction pool methods (`txpool_*`) and pending nonces, in the form of geth.
import { hexToNumber, numberToHex } from "viem";
import type { Chain, Hex } from "../../chains/chain.ts";
import type { PendingTransaction } from "../../chains/transaction-pool.ts";
import { addressArgument } from "../arguments.ts";
import type { BlockTags } from "../block-tag.ts";
import type { Handler } from "../rpc-call.ts";
import { completeTransaction } from "../transaction-form.ts";

type ByNonce<T> = Record<string, T>;
type Pool = { pending: Map<string, PendingTransaction[]>; queued: Map<string, PendingTransaction[]> };

/**
 * The next nonce of a sender after all its mined transactions and pending ones without a gap. The engine's own result
 * omits transactions whose fee is too low for the next block.
 */
export async function pendingNonce(chain: Chain, sender: Hex): Promise<number> {
  const mined = hexToNumber(await chain.request<Hex>("eth_getTransactionCount", [sender, "latest"]));
  const waiting = await chain.request<PendingTransaction[]>("eth_pendingTransactions");
  const from = sender.toLowerCase();
  return nextNonce(
    mined,
    waiting.filter((one) => one.from.toLowerCase() === from),
  );
}

export function poolHandlers(tags: BlockTags): Record<string, Handler> {
  return {
    async eth_getTransactionCount(call) {
      const sender = addressArgument(call, 0);
      const block = call.parameters[1] ?? "latest";
      if (block === "pending") return numberToHex(await pendingNonce(call.chain, sender));
      return call.chain.request("eth_getTransactionCount", [sender, tags.block(call.chain, block)]);
    },
    async txpool_status({ chain }) {
      const { pending, queued } = await readPool(chain);
      return { pending: numberToHex(count(pending)), queued: numberToHex(count(queued)) };
    },
    async txpool_content({ chain }) {
      const { pending, queued } = await readPool(chain);
      const show = (one: PendingTransaction): unknown => completeTransaction(chain, one);
      return { pending: shown(pending, show), queued: shown(queued, show) };
    },
    async txpool_contentFrom(call) {
      const sender = addressArgument(call, 0).toLowerCase();
      const { pending, queued } = await readPool(call.chain);
      const show = (one: PendingTransaction): unknown => completeTransaction(call.chain, one);
      return { pending: byNonce(pending.get(sender), show), queued: byNonce(queued.get(sender), show) };
    },
    async txpool_inspect({ chain }) {
      const { pending, queued } = await readPool(chain);
      return { pending: shown(pending, summaryOf), queued: shown(queued, summaryOf) };
    },
  };
}

async function readPool(chain: Chain): Promise<Pool> {
  const senders = Map.groupBy(await chain.request<PendingTransaction[]>("eth_pendingTransactions"), (one) =>
    one.from.toLowerCase(),
  );
  const pool: Pool = { pending: new Map(), queued: new Map() };
  for (const [sender, waiting] of senders) {
    const mined = hexToNumber(await chain.request<Hex>("eth_getTransactionCount", [sender, "latest"]));
    const gap = nextNonce(mined, waiting);
    const { next = [], later = [] } = Object.groupBy(waiting, (one) => (Number(one.nonce) < gap ? "next" : "later"));
    if (next.length > 0) pool.pending.set(sender, next);
    if (later.length > 0) pool.queued.set(sender, later);
  }
  return pool;
}

function nextNonce(mined: number, waiting: readonly PendingTransaction[]): number {
  const taken = new Set(waiting.map(({ nonce }) => Number(nonce)));
  let next = mined;
  while (taken.has(next)) next += 1;
  return next;
}

function count(part: Map<string, PendingTransaction[]>): number {
  return [...part.values()].reduce((sum, waiting) => sum + waiting.length, 0);
}

function shown<T>(
  part: Map<string, PendingTransaction[]>,
  show: (one: PendingTransaction) => T,
): Record<string, ByNonce<T>> {
  return Object.fromEntries([...part].map(([sender, waiting]) => [sender, byNonce(waiting, show)]));
}

function byNonce<T>(
  waiting: readonly PendingTransaction[] | undefined,
  show: (one: PendingTransaction) => T,
): ByNonce<T> {
  return Object.fromEntries((waiting ?? []).map((one) => [String(Number(one.nonce)), show(one)]));
}

function summaryOf({ to, value, gas, gasPrice, maxFeePerGas }: PendingTransaction): string {
  const price = BigInt(maxFeePerGas ?? gasPrice ?? "0x0");
  return `${to ?? "contract creation"}: ${BigInt(value)} wei + ${BigInt(gas)} gas × ${price} wei`;
}
