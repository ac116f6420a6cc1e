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
  /** A settlement as a deposit of what it paid out: the app chose network and asset itself. */
  readonly isSettlement?: true;
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

/** What `POST /admin/judge` is asked: some owners, and what came of all owners since the last answer. `after`: its cursors. */
export type JudgeCall = { readonly owners: readonly string[]; readonly after?: unknown };

/**
 * The deposits in an answer of `POST /admin/judge`, by owner. Settlements are among them, as deposits of what they paid out: `completed` is
 * confirmed, `failed` orphaned; without them where the books credit the amount that was paid in (`source`).
 */
export function judgedDeposits(
  answer: Readonly<Record<string, unknown>>,
  withSettlements: boolean,
): Map<string, TrueDeposit[]> {
  const { deposits, settlements } = answer as JudgeAnswer;
  const found = STATES.flatMap((state) => deposits[state].map((row) => depositOf({ ...row, state })));
  return Map.groupBy([...found, ...(withSettlements ? settlements.flatMap(settledOf) : [])], ({ owner }) => owner);
}

const STATES = ["seen", "confirmed", "orphaned"] as const;

type JudgeAnswer = {
  readonly deposits: Readonly<Record<TrueDeposit["state"], readonly Record<string, unknown>[]>>;
  readonly settlements: readonly Settlement[];
};

type Settlement = {
  readonly id: string;
  readonly owner: string;
  readonly status: string;
  readonly destination: { network: string; symbol: string; raw: string; tx_id: string; address: string };
};

function settledOf({ id, owner, status, destination }: Settlement): TrueDeposit[] {
  const unit = unitOf(destination.network, destination.symbol);
  if (unit === null) return [];
  const { network, asset, decimals } = unit;
  const state = status === "completed" ? "confirmed" : status === "failed" ? "orphaned" : "seen";
  const place = { network, asset, tx_id: destination.tx_id, to_address: destination.address };
  return [
    { id, owner, state, ...place, amount: ofRaw(BigInt(destination.raw), decimals), uda_id: null, isSettlement: true },
  ];
}

/** Targets, in lower case, of payouts that were ordered after an answer of `judge` and have not ended. `after`: its cursors. @throws HostFault */
export async function openTargets(host: Host, after: unknown): Promise<Set<string>> {
  const asked: JudgeCall = { owners: ["none"], ...(after === undefined ? {} : { after }) };
  const { payouts } = await control(host, "POST", "/judge", asked);
  const open = (payouts as { status: string; to_address: string }[]).filter(({ status }) => OPEN.has(status));
  return new Set(open.map(({ to_address }) => to_address.toLowerCase()));
}

const OPEN: ReadonlySet<string> = new Set(["queued", "processing"]);

/** The path of the page of deliveries after a cursor; `deliveriesAfter` reads on behind a full page. */
export function deliveriesPath(after: number): string {
  return `/deliveries?after=${after}&limit=${PAGE}`;
}

/** The deliveries after a cursor, oldest first. `known`: the first page, if it is read already. @throws HostFault */
export async function deliveriesAfter(
  host: Host,
  after: number,
  known: readonly TrueDelivery[] = [],
): Promise<TrueDelivery[]> {
  const found = [...known];
  if (known.length > 0 && known.length < PAGE) return found;
  for (let cursor = found.at(-1)?.id ?? after; ; ) {
    const { items } = await control(host, "GET", deliveriesPath(cursor));
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
