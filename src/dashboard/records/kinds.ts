// Table: the kinds of records, the list that shows them, their states, and the words of their filter (D-20).
import { client, type Schemas } from "../api/client.ts";
import type { Cursor, Page } from "../lists/window.ts";

/** A row of any list of records; members that a kind lacks are null. */
export type RecordRow = {
  id: string;
  kind: string;
  tenant_id: string;
  owner: string | null;
  state: string | null;
  network: string | null;
  symbol: string | null;
  amount: string | null;
  created_at: string | null;
  what: string;
};

export type KindList = {
  kind: string;
  title: string;
  path:
    | "/deposits"
    | "/settlements"
    | "/payouts"
    | "/transactions"
    | "/wallets"
    | "/udas"
    | "/vaults"
    | "/claims"
    | "/gas-stations";
  states: readonly string[];
  /** Parameters of the list that narrow it. */
  takes: readonly ("owner" | "network" | "state")[];
  /** Why a list is empty, and the command that fills it. */
  empty: string;
  command?: string;
};

const ALL = ["owner", "network", "state"] as const;

export const KINDS: readonly KindList[] = [
  {
    ...{ kind: "deposit", title: "Deposits", path: "/deposits", takes: ALL, states: ["seen", "confirmed", "orphaned"] },
    empty: "There are no deposits: somebody has to pay an address that was assigned.",
    command: "cpsandbox deposit --owner alice --amount 25.5 --asset USDC --network base",
  },
  {
    ...{ kind: "settlement", title: "Settlements", path: "/settlements", takes: ALL },
    states: ["created", "routing", "completed", "failed", "retrying"],
    empty: "There are no settlements: one begins when a universal deposit address is paid.",
  },
  {
    ...{ kind: "payout", title: "Payouts", path: "/payouts", takes: ["network", "state"] },
    states: ["queued", "processing", "confirmed", "failed", "expired"],
    empty: "There are no payouts: your app makes them with POST /v1/transfer/payout.",
  },
  {
    ...{ kind: "transaction", title: "Transactions", path: "/transactions", takes: ALL },
    states: ["created", "prepared", "signed", "broadcasted", "confirmed", "failed", "rejected", "expired"],
    empty: "There are no transactions: each deposit, payout and transfer has one.",
  },
  {
    ...{ kind: "wallet", title: "Wallets", path: "/wallets", takes: ["owner", "network"], states: [] },
    empty: "There are no wallets: your app makes them with POST /v1/wallets.",
  },
  {
    ...{ kind: "uda", title: "UDAs", path: "/udas", takes: ALL, states: ["active", "retired"] },
    empty: "There are no universal deposit addresses: your app makes them with POST /v1/uda.",
  },
  {
    ...{
      kind: "claim",
      title: "Claims",
      path: "/claims",
      takes: ALL,
      states: ["pending", "sent", "confirmed", "failed"],
    },
    empty: "There are no claims: one sweeps what a settlement has paid out.",
  },
  {
    ...{ kind: "vault", title: "Vaults", path: "/vaults", takes: [], states: [] },
    empty: "There are no vaults: each tenant has one.",
  },
  {
    ...{ kind: "gas_station", title: "Gas stations", path: "/gas-stations", takes: ["network"], states: [] },
    empty: "There are no gas stations: each tenant has one on each network, which pays the gas of its sweeps.",
  },
];

type Row = Schemas["RecordItem"] | Schemas["Deposit"] | Schemas["Claim"];

/** One page of a list. @throws the error body of the API */
export async function loadRecords(
  { path }: KindList,
  query: Readonly<Record<string, unknown>>,
): Promise<Page<RecordRow>> {
  const { data, error } = await client.GET(path, { params: { query } });
  if (data === undefined) throw error;
  const { items, next_before } = data.data as { items: Row[]; next_before: Cursor | null };
  return { items: items.map(rowOf), next_before };
}

/** Rows from a cursor up, or from the oldest one, oldest first. @throws the error body of the API */
export async function loadRecordsFrom(
  { path }: KindList,
  query: Readonly<Record<string, unknown>>,
  from: Cursor | null,
): Promise<RecordRow[]> {
  let after = from === null ? undefined : String(from);
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const asked = { ...query, order: "oldest" as const, ...(after === undefined ? {} : { after }) };
    const { data, error } = await client.GET(path as "/settlements", { params: { query: asked } });
    if (data === undefined) throw error;
    const { items, next_after } = data.data;
    if (items.length > 0 || next_after === null) return items.map(rowOf);
    after = next_after;
  }
  return [];
}

/** How many pages are asked for at once while none has a row that fits. */
const MAX_PAGES = 5;

function rowOf(item: Row): RecordRow {
  const { id, tenant_id, owner, state, network, symbol, amount, created_at } = item;
  return {
    ...{ id, kind: item.kind, tenant_id, owner, state, network, symbol, amount, created_at },
    what: whatOf(item),
  };
}

/** What stands beside the amount: a reference, an address, a hash or an error. */
function whatOf(item: Row): string {
  if ("reference_id" in item) return item.error || item.reference_id || item.label || item.address || item.tx_id || "";
  if ("to_address" in item) return item.to_address;
  return item.error || item.tx_id;
}
