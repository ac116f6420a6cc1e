// What is true: deposits, deliveries and payouts of a world, read through the admin API and the chains' nodes, never through the app's key.
import { isObject } from "../../kernel/is-object.ts";
import { balanceData } from "../../scenario/assets.ts";
import { ask, control, type Host, rpc } from "../../scenario/http-client.ts";
import { type Decimal, decimalOf, ofRaw } from "./decimal.ts";
import { chainAsset, unitOf } from "./units.ts";

export type TrueDeposit = {
  readonly id: string;
  readonly owner: string;
  readonly state: "seen" | "confirmed" | "orphaned";
  readonly network: string;
  readonly asset: string;
  readonly tx_id: string;
  readonly to_address: string;
  readonly amount: Decimal;
  readonly uda_id: string | null;
};

export type DeliveryAttempt = {
  readonly at: string;
  readonly status: number | null;
  readonly duration_ms: number | null;
  readonly error: string;
  readonly fault: string | null;
};

export type TrueDelivery = {
  readonly id: number;
  readonly event_id: string;
  readonly type: string;
  readonly resource_id: string;
  readonly state: "due" | "sending" | "delivered" | "dead";
  readonly body: string | null;
  readonly attempts: readonly DeliveryAttempt[];
};

/** A request of the app as the request log shows it. */
export type AppCall = {
  readonly sequence: number;
  readonly request_id: string;
  readonly operation_id: string | null;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number | null;
};

const PAGE = 1_000;

/** All deposits of an owner, orphaned ones included. @throws HostFault */
export async function depositsOf(host: Host, owner: string): Promise<TrueDeposit[]> {
  const found: TrueDeposit[] = [];
  for (let before: string | null = ""; before !== null; ) {
    const query = `owner=${encodeURIComponent(owner)}&limit=${PAGE}${before === "" ? "" : `&before=${before}`}`;
    const page = await control(host, "GET", `/deposits?${query}`);
    for (const row of page["items"] as Record<string, unknown>[]) found.push(depositOf(row));
    before = page["next_before"] as string | null;
  }
  return found.reverse();
}

function depositOf(row: Record<string, unknown>): TrueDeposit {
  return {
    ...{ id: String(row["id"]), owner: String(row["owner"]), state: row["state"] as TrueDeposit["state"] },
    ...{ network: String(row["network"]), asset: String(row["symbol"]).toUpperCase() },
    ...{ tx_id: String(row["tx_id"]), to_address: String(row["to_address"]) },
    amount: decimalOf(String(row["amount"])) ?? { units: 0n, scale: 0 },
    uda_id: typeof row["uda_id"] === "string" ? row["uda_id"] : null,
  };
}

/**
 * The settlements of a universal deposit address as deposits of what they pay out: `completed` is confirmed, `failed` orphaned.
 * `source`: what the books credit is the amount that was paid in.
 */
export async function settlementsOf(host: Host, key: string, udaId: string, owner: string): Promise<TrueDeposit[]> {
  const path = `/v1/uda/${encodeURIComponent(udaId)}/settlements?limit=100`;
  const answer = await ask(host, { method: "GET", path, headers: { "x-api-key": key } });
  const data = answer === "lost" || !isObject(answer.body) ? undefined : answer.body["data"];
  const rows = isObject(data) && Array.isArray(data["items"]) ? (data["items"] as Settlement[]) : [];
  return rows.flatMap(({ id, status, destination }) => {
    const unit = unitOf(String(destination.network_id), destination.asset_symbol);
    if (unit === null) return [];
    const state = status === "completed" ? "confirmed" : status === "failed" ? "orphaned" : "seen";
    const amount = ofRaw(BigInt(destination.amount || "0"), unit.decimals);
    const place = {
      network: unit.network,
      asset: unit.asset,
      tx_id: destination.tx_hash,
      to_address: destination.address,
    };
    return [{ id, owner, state, ...place, amount, uda_id: null }] as const;
  });
}

type Settlement = {
  id: string;
  status: string;
  destination: { network_id: number | string; asset_symbol: string; amount: string; tx_hash: string; address: string };
};

/** The deliveries after a cursor, oldest first. @throws HostFault */
export async function deliveriesAfter(host: Host, after: number): Promise<TrueDelivery[]> {
  const found: TrueDelivery[] = [];
  for (let cursor = after; ; ) {
    const { items } = await control(host, "GET", `/deliveries?after=${cursor}&limit=${PAGE}`);
    const page = items as TrueDelivery[];
    found.push(...page);
    if (page.length < PAGE) return found;
    cursor = page.at(-1)?.id ?? cursor;
  }
}

/** What an address holds of an asset on its chain. @throws HostFault */
export async function heldBy(host: Host, place: { network: string; asset: string }, address: string): Promise<Decimal> {
  const { network, contract, decimals } = chainAsset(place.network, place.asset);
  const held =
    contract === null
      ? await rpc(host, network, "eth_getBalance", [address, "latest"])
      : await rpc(host, network, "eth_call", [{ to: contract, data: balanceData(address) }, "latest"]);
  return ofRaw(BigInt(String(held)), decimals);
}

/** The deposits of an owner as the service answers them to a key. Null when it answers something else. */
export async function servedDeposits(host: Host, key: string, owner: string): Promise<{ id: string }[] | null> {
  const query = `owner=${encodeURIComponent(owner)}&limit=100`;
  const answer = await ask(host, { method: "GET", path: `/v1/deposits?${query}`, headers: { "x-api-key": key } });
  if (answer === "lost" || !isObject(answer.body)) return null;
  const { data } = answer.body;
  const list = Array.isArray(data) ? data : isObject(data) && Array.isArray(data["items"]) ? data["items"] : null;
  return list as { id: string }[] | null;
}

/** The owner of the wallet with this address; null when there is none. */
export async function ownerOf(host: Host, key: string, address: string): Promise<string | null> {
  const path = `/v1/wallets/address/${encodeURIComponent(address)}`;
  const answer = await ask(host, { method: "GET", path, headers: { "x-api-key": key } });
  const data = answer === "lost" || !isObject(answer.body) ? undefined : answer.body["data"];
  return isObject(data) && typeof data["owner"] === "string" ? data["owner"] : null;
}

/** The requests of the service after a sequence number, oldest first; the calls of the hunt itself are not among them. */
export async function callsAfter(host: Host, after: number): Promise<AppCall[]> {
  const { items } = await control(host, "GET", `/requests?surface=v1&after=${after}&limit=200`);
  return (items as (AppCall & { client: string | null })[]).filter(({ client }) => client === null).toReversed();
}
