// Finds the token transfers of an address that the ledger does not have, in the logs of the chain.
import type { Hex } from "../../chains/chain.ts";
import { TRANSFER_TOPIC } from "../../chains/token.ts";
import type { Context } from "./context.ts";
import type { EngineLog } from "./engine-shapes.ts";
import { type Moved, movedTokens } from "./value-transfers.ts";

export type Transfer = Moved & { hash: Hex; height: number };

/** How many blocks are searched, and how many in one query. */
const SEARCHED_BLOCKS = 5_000;
const STEP = 250;

/** The latest transfers from or to a lower-case address, newest block first; the search ends when it has `limit`. */
export async function readTransfers(context: Context, address: string, limit: number): Promise<Transfer[]> {
  const head = context.chain.head.number;
  const found: Transfer[] = [];
  for (let last = head; last >= 0 && last > head - SEARCHED_BLOCKS && found.length < limit; last -= STEP) {
    found.push(...(await transfersIn(context, address, Math.max(0, last - STEP + 1), last)));
  }
  return found.slice(0, limit);
}

async function transfersIn(
  { chain, network }: Context,
  address: string,
  first: number,
  last: number,
): Promise<Transfer[]> {
  const word = `0x${"0".repeat(24)}${address.slice(2)}`;
  const range = { fromBlock: hexOf(first), toBlock: hexOf(last) };
  const [sent, received] = await Promise.all(
    [[word], [null, word]].map((topics) =>
      chain.request<EngineLog[]>("eth_getLogs", [{ ...range, topics: [TRANSFER_TOPIC, ...topics] }]),
    ),
  );
  // A transfer to oneself is in both answers.
  const own = (sent ?? []).filter(({ topics }) => topics[2] !== word);
  return [...own, ...(received ?? [])]
    .toSorted((a, b) => Number(b.blockNumber) - Number(a.blockNumber))
    .flatMap((log) =>
      movedTokens(network, [log]).map((moved) => ({
        ...moved,
        hash: log.transactionHash,
        height: Number(log.blockNumber),
      })),
    );
}

function hexOf(height: number): Hex {
  return `0x${height.toString(16)}`;
}
