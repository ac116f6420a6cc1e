// The model: the state that the simulation expects, built only from the answers of the service.

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
  answer: "accepted" | "refused" | "lost";
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
  /** Sends the whole balance: `units` are taken from the record. */
  sendsMax: boolean;
  units: bigint;
  kind: "vault" | "external" | "internal";
  status: string;
};

export type WalletBelief = { tenant: number; id: string; network: Network; address: string; owner: string };

/** A deposit address with the configuration that a deposit confirmed now would be settled by. */
export type UdaBelief = {
  tenant: number;
  id: string;
  owner: string;
  address: string;
  active: boolean;
  /** Answers were lost: the actual state may differ. */
  uncertain: boolean;
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
  responseMode: string;
  /** Newest last; `until`: virtual ms up to which an older one may still sign requests. */
  secrets: { secret: string; until: number }[];
  signsWithBoth: boolean;
  /** It was inactive once, or its deliveries were redelivered: its number of attempts may differ. */
  wasInactive: boolean;
  replayed: boolean;
};

export type TenantBelief = {
  id: string;
  vault: string;
  keys: { key: string; id?: string; revoked: boolean }[];
  /** Addresses of the tenant: network → lower-case address → category. */
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

/** The expected state of the world: what the chains, events and webhooks showed. A snapshot is a clone of it. */
export type Model = {
  count: number;
  now: number;
  tenants: TenantBelief[];
  wallets: WalletBelief[];
  idempotentRequests: { tenant: number; key: string; body: Record<string, unknown>; text: string; until: number }[];
  udas: UdaBelief[];
  payouts: PayoutBelief[];
  transfers: TransferBelief[];
  /** `tenant network asset` of vaults with a transfer request whose answer was lost: they may have further holds. */
  uncertainHolds: Set<string>;
  endpoints: EndpointBelief[];
  /** Event cursor, the time of the last event, and the events by id. */
  cursor: number;
  lastTime: string;
  events: Map<string, { type: string; tenant: string; resource: string; at: number; to: string[]; about: string }>;
  /** Confirmed deposits; `settles`: whether a settlement must follow, undefined = not determined. */
  confirmed: Map<string, { settles: boolean | undefined; uda: string; source: string }>;
  /** Settlements in a final state, by id. */
  ended: Map<string, string>;
  webhooks: Map<string, { body: string; endpoints: Map<number, number[]> }>;
  chains: Record<Network, SeenBlock[]>;
  /** The position of a transaction when it was last seen, for those that are mined again after a reorg. */
  places: Map<string, { index: number; logIndex: number; block: string }>;
  /** `network hash` of transactions that a forced reorg removed: events about them stay. */
  removedByForce: Set<string>;
  /** Networks whose history a forced reorg rewrote. */
  rewritten: Set<Network>;
  modes: Record<Network, string>;
  targets: Record<Network, { now: number; least: number; most: number }>;
  /** Deployed client contracts: network → name → address. */
  contracts: Record<Network, Record<string, string>>;
  /** Faults armed at each gate since all were last removed. */
  armed: Record<string, number>;
  /** Faults at webhook.delivery that may still send a request with a bad signature or body. */
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
      idempotentRequests: [],
      udas: [],
      payouts: [],
      transfers: [],
      uncertainHolds: new Set(),
      endpoints: [],
    },
    ...{
      cursor: 0,
      lastTime: "",
      events: new Map(),
      confirmed: new Map(),
      ended: new Map(),
      webhooks: new Map(),
      places: new Map(),
    },
    chains: Object.fromEntries(networks.map((network) => [network, []])),
    removedByForce: new Set(),
    rewritten: new Set(),
    modes: Object.fromEntries(networks.map((network) => [network, "instant"])),
    targets: Object.fromEntries(networks.map((network) => [network, { now: 2, least: 2, most: 2 }])),
    contracts: Object.fromEntries(networks.map((network) => [network, {}])),
    armed: {},
    badSignatures: 0,
    snapshots: [],
  };
}

/** The next unused number and an unused address. */
export function nextAddress(model: Model): { number: number; address: string } {
  model.count += 1;
  return { number: model.count, address: `0x${"51a1".padEnd(32, "0")}${model.count.toString(16).padStart(8, "0")}` };
}

/** Base units of a plain decimal, computed from its digits. */
export function unitsOf(amount: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  if (fraction.length > decimals) throw new Error(`${amount} has more than ${decimals} decimals`);
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}
