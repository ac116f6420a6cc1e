// What the clients of a crash campaign were told, in their own books: the measure of everything that is checked after a kill.

export const NETWORKS = ["ethereum", "polygon", "base"] as const;
export type Network = (typeof NETWORKS)[number];

/** A payout as ordered: a receiver of its own, so that the chain alone tells how often it was paid. */
export type Order = { reference: string; network: Network; to: string; units: bigint; body: Record<string, unknown> };

/** `answer`: acknowledged with 201, refused by another status, or lost with the process. */
export type Ordered = Order & { answer: "kept" | "refused" | "lost"; id?: string; status?: string };

export type Book = {
  payouts: Ordered[];
  /** Acknowledged records by path, with what was said and must stay. */
  records: { path: string; said: Record<string, unknown> }[];
  wallets: { network: Network; address: string; key: string; id: string }[];
  lostWallets: { key: string; body: Record<string, unknown> }[];
  udas: { id: string; address: string; to: string; network: Network }[];
  deposits: { network: Network; hash: string }[];
  transfers: { network: Network; to: string; units: bigint; answer: "kept" | "refused" | "lost"; id?: string }[];
  blocks: { network: Network; height: number; hash: string }[];
  /** webhook-id → the bodies that came with it. */
  hooks: Map<string, Set<string>>;
  vault: Partial<Record<Network, string>>;
  count: number;
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
    hooks: new Map(),
    vault: {},
    count: 0,
  };
}

/** A further number, and an address that nobody else has. */
export function next(book: Book): { number: number; address: string } {
  book.count += 1;
  return { number: book.count, address: `0x${"c4a5".padEnd(32, "0")}${book.count.toString(16).padStart(8, "0")}` };
}
