// The books of the clients in a crash campaign: all acknowledged responses, against which the checks after a kill compare.

export const NETWORKS = ["ethereum", "polygon", "base"] as const;
export type Network = (typeof NETWORKS)[number];

/** A requested payout: with a receiver of its own, so that the chain shows how often it was paid. */
export type Order = { reference: string; network: Network; to: string; units: bigint; body: Record<string, unknown> };

/**
 * `answer`: acknowledged with 201, refused by another status, or lost with the process. `seenFinal`: it was final when it
 * was looked at last; such a record is looked at again at rest only.
 */
export type Ordered = Order & {
  answer: "kept" | "refused" | "lost";
  id?: string;
  status?: string;
  seenFinal?: boolean;
};

export type Transfer = {
  network: Network;
  to: string;
  units: bigint;
  answer: "kept" | "refused" | "lost";
  id?: string;
  seenFinal?: boolean;
};

export type Book = {
  payouts: Ordered[];
  /** Acknowledged records by path, with what was said and must stay. */
  records: { path: string; said: Record<string, unknown> }[];
  wallets: { network: Network; address: string; key: string; id: string }[];
  lostWallets: { key: string; body: Record<string, unknown> }[];
  udas: { id: string; address: string; to: string; network: Network }[];
  deposits: { network: Network; hash: string }[];
  transfers: Transfer[];
  blocks: { network: Network; height: number; hash: string }[];
  /** Where an operator replaced blocks since the chains were read last, and whether transactions may go. */
  reorgs: Map<Network, "keep" | "drop">;
  /** webhook-id → the bodies that came with it. */
  hooks: Map<string, Set<string>>;
  vault: Partial<Record<Network, string>>;
};

export function emptyBook(): Book {
  return {
    payouts: [],
    records: [],
    wallets: [],
    lostWallets: [],
    udas: [],
    deposits: [],
    transfers: [],
    blocks: [],
    reorgs: new Map(),
    hooks: new Map(),
    vault: {},
  };
}

let count = 0;

/** A further number, and an address of its own: in none of the timelines of a campaign. */
export function next(): { number: number; address: string } {
  count += 1;
  return { number: count, address: `0x${"c4a5".padEnd(32, "0")}${count.toString(16).padStart(8, "0")}` };
}
