// What the simulation believes: maps and big integers written from the answers of the service and from nothing else.

export type Network = string;

/** `answer`: acknowledged with 201, refused by another status, or lost with its connection. */
export type PayoutBelief = {
  tenant: number;
  id: string;
  network: Network;
  asset: string;
  to: string;
  units: bigint;
  reference: string;
  body: Record<string, unknown>;
  answer: "kept" | "refused" | "lost";
  status: string;
  txId: string;
  /** The cutoff in virtual ms. */
  cutoff?: number;
};

export type TransferBelief = {
  tenant: number;
  id: string;
  network: Network;
  from: string;
  to: string;
  asset: string;
  /** All there is: `units` follow the record. */
  whole: boolean;
  units: bigint;
  kind: "vault" | "external" | "internal";
  status: string;
};

export type WalletBelief = { tenant: number; id: string; network: Network; address: string; owner: string };

/** `told` = what POST /uda answered, `config` = what a deposit that confirms now would be settled by. */
export type UdaBelief = {
  tenant: number;
  id: string;
  owner: string;
  address: string;
  active: boolean;
  /** Answers were lost: it may be otherwise. */
  unsure: boolean;
  /** `eip155 contract` of every token that settles. */
  accepted: string[];
  to: string;
  network: Network;
  asset: string;
};

export type EndpointBelief = {
  tenant: number;
  id: string;
  number: number;
  types: string[];
  active: boolean;
  deleted: boolean;
  manner: string;
  /** Newest last; `until`: virtual ms up to which an older one may still sign. */
  secrets: { secret: string; until: number }[];
  both: boolean;
  /** It was switched off once, or its deliveries were sent again: its attempts are counted otherwise. */
  everOff: boolean;
  replayed: boolean;
};

export type TenantBelief = {
  id: string;
  vault: string;
  keys: { key: string; id?: string; revoked: boolean }[];
  /** Where value may arrive: network → lower-case address → category. */
  watched: Record<Network, Record<string, string>>;
  removed: boolean;
};

export type Leg = { from: string; to: string; token: string; units: bigint };
export type SeenTransaction = {
  hash: string;
  index: number;
  logIndex: number;
  sender: string;
  nonce: number;
  failed: boolean;
  fee: bigint;
  legs: Leg[];
};
export type SeenBlock = { height: number; hash: string; parent: string; time: number; transactions: SeenTransaction[] };

/** One timeline: what was read of the chains, told by events, received by hooks. A snapshot is a clone of it. */
export type Model = {
  count: number;
  now: number;
  tenants: TenantBelief[];
  wallets: WalletBelief[];
  keyed: { tenant: number; key: string; body: Record<string, unknown>; text: string; until: number }[];
  udas: UdaBelief[];
  payouts: PayoutBelief[];
  transfers: TransferBelief[];
  /** `tenant network asset` of vaults from which a transfer was ordered whose answer was lost: they may hold more. */
  unsureHolds: Set<string>;
  endpoints: EndpointBelief[];
  /** Event cursor, the last time that was told, and what was told by id. */
  cursor: number;
  lastTime: string;
  events: Map<string, { type: string; tenant: string; resource: string; at: number; to: string[]; about: string }>;
  /** Confirmed deposits; `settles`: whether a settlement must come of it, undefined = that is open. */
  confirmed: Map<string, { settles: boolean | undefined; uda: string; source: string }>;
  /** Settlements that have come to their end. */
  ended: Map<string, string>;
  hooks: Map<string, { body: string; endpoints: Map<number, number[]> }>;
  chains: Record<Network, SeenBlock[]>;
  /** Where a transaction stood when it was last seen, for those that come again. */
  places: Map<string, { index: number; logIndex: number; block: string }>;
  /** Hashes of transactions that a forced reorg took out of the chain: what was told of them stays. */
  forced: Set<string>;
  /** Networks whose history a forced reorg has rewritten. */
  rewritten: Set<Network>;
  modes: Record<Network, string>;
  targets: Record<Network, { now: number; least: number; most: number }>;
  /** Contracts of clients: network → name → address, once they were sent. */
  contracts: Record<Network, Record<string, string>>;
  /** How many faults at each gate were armed since the last time all were taken away. */
  armed: Record<string, number>;
  /** Faults at webhook.delivery that send something a receiver must refuse, ever. */
  badSignatures: number;
  snapshots: { id: string; model: Model }[];
};

export function emptyModel(networks: readonly Network[], now: number): Model {
  return {
    ...{
      count: 0,
      now,
      tenants: [],
      wallets: [],
      keyed: [],
      udas: [],
      payouts: [],
      transfers: [],
      unsureHolds: new Set(),
      endpoints: [],
    },
    ...{
      cursor: 0,
      lastTime: "",
      events: new Map(),
      confirmed: new Map(),
      ended: new Map(),
      hooks: new Map(),
      places: new Map(),
    },
    chains: Object.fromEntries(networks.map((network) => [network, []])),
    forced: new Set(),
    rewritten: new Set(),
    modes: Object.fromEntries(networks.map((network) => [network, "instant"])),
    targets: Object.fromEntries(networks.map((network) => [network, { now: 2, least: 2, most: 2 }])),
    contracts: Object.fromEntries(networks.map((network) => [network, {}])),
    armed: {},
    badSignatures: 0,
    snapshots: [],
  };
}

/** A further number, and an address that nobody else has. */
export function next(model: Model): { number: number; address: string } {
  model.count += 1;
  return { number: model.count, address: `0x${"51a1".padEnd(32, "0")}${model.count.toString(16).padStart(8, "0")}` };
}

/** Base units of a plain decimal, by the digits alone. */
export function unitsOf(amount: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  if (fraction.length > decimals) throw new Error(`${amount} has more than ${decimals} decimals`);
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}
