// The pool: what waits for a block, counted and shown the way geth does.
import { hexToNumber, numberToHex } from "viem";
import type { Chain, Hex } from "../../chains/chain.ts";
import { addressArgument } from "../arguments.ts";
import type { BlockTags } from "../block-tag.ts";
import type { Handler } from "../rpc-call.ts";

type Waiting = { from: Hex; to: Hex | null; nonce: Hex; value: Hex; gas: Hex; gasPrice?: Hex; maxFeePerGas?: Hex };
type ByNonce<T> = Record<string, T>;
type Pool = { pending: Map<string, Waiting[]>; queued: Map<string, Waiting[]> };

/**
 * The nonce after everything of a sender that stands on the chain or waits without a gap. The engine's own answer
 * leaves out transactions whose fee is too low for the next block.
 */
export async function pendingNonce(chain: Chain, sender: Hex): Promise<number> {
  const mined = hexToNumber(await chain.request<Hex>("eth_getTransactionCount", [sender, "latest"]));
  const waiting = await chain.request<Waiting[]>("eth_pendingTransactions");
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
      return { pending: shown(pending, (one) => one), queued: shown(queued, (one) => one) };
    },
    async txpool_contentFrom(call) {
      const sender = addressArgument(call, 0).toLowerCase();
      const { pending, queued } = await readPool(call.chain);
      return { pending: byNonce(pending.get(sender), (one) => one), queued: byNonce(queued.get(sender), (one) => one) };
    },
    async txpool_inspect({ chain }) {
      const { pending, queued } = await readPool(chain);
      return { pending: shown(pending, inLine), queued: shown(queued, inLine) };
    },
  };
}

async function readPool(chain: Chain): Promise<Pool> {
  const senders = Map.groupBy(await chain.request<Waiting[]>("eth_pendingTransactions"), (one) =>
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

function nextNonce(mined: number, waiting: readonly Waiting[]): number {
  const taken = new Set(waiting.map(({ nonce }) => Number(nonce)));
  let next = mined;
  while (taken.has(next)) next += 1;
  return next;
}

function count(part: Map<string, Waiting[]>): number {
  return [...part.values()].reduce((sum, waiting) => sum + waiting.length, 0);
}

function shown<T>(part: Map<string, Waiting[]>, show: (one: Waiting) => T): Record<string, ByNonce<T>> {
  return Object.fromEntries([...part].map(([sender, waiting]) => [sender, byNonce(waiting, show)]));
}

function byNonce<T>(waiting: readonly Waiting[] | undefined, show: (one: Waiting) => T): ByNonce<T> {
  return Object.fromEntries((waiting ?? []).map((one) => [String(Number(one.nonce)), show(one)]));
}

function inLine({ to, value, gas, gasPrice, maxFeePerGas }: Waiting): string {
  const price = BigInt(maxFeePerGas ?? gasPrice ?? "0x0");
  return `${to ?? "contract creation"}: ${BigInt(value)} wei + ${BigInt(gas)} gas × ${price} wei`;
}
