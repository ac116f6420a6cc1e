// What stands above a column: the head, how blocks are mined, how many wait, the fee of the next block, and one block more.
import type { ReactNode } from "react";
import { client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { PlainText } from "../components/plain-text.tsx";
import { Chip } from "../components/state-mark.tsx";
import { act } from "../shell/acts.ts";

export type Network = Schemas["Network"];

/** Mines blocks now; the first takes what waits. */
export async function mine({ network, name }: Network, blocks: number): Promise<void> {
  await act(blocks === 1 ? `A block was mined on ${name}` : `${blocks} blocks were mined on ${name}`, () =>
    client.POST("/networks/{network}/mine", { params: { path: { network } }, body: { blocks } }),
  );
}

/** The name leads to the explorer. */
export function ChainHead({ network }: { network: Network }): ReactNode {
  const {
    name,
    head,
    mining,
    waiting_transactions: waiting,
    base_fee_gwei: fee,
    base_fee_mode,
    confirmations,
  } = network;
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-card px-3 py-1.5">
      <h2 className="font-semibold">
        <a href={`/explorer/${network.network}`} className="inline-block min-h-6">
          <PlainText text={name} />
        </a>
      </h2>
      <span className="font-mono tabular-nums">#{head.number}</span>
      <Chip tone={mining === "instant" ? "none" : "warn"}>{mining}</Chip>
      <Chip tone={waiting > 0 ? "warn" : "none"}>pool {waiting}</Chip>
      <Button className="ml-auto" aria-label={`Mine 1 block on ${name}`} onClick={() => void mine(network, 1)}>
        Mine 1
      </Button>
      <span className="w-full text-xs text-faint">
        base fee {fee} gwei{base_fee_mode === "dynamic" ? ", moves with the load" : ""} · {confirmations} confirmations
      </span>
    </header>
  );
}
