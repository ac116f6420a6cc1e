// A client that lives under every reading, in scenes; how it reads each hole of the specification is a habit of its own, which a planted client replaces.
import type { Received } from "../../support/clients/a-receiver.ts";
import { FIXTURES } from "../../support/fixtures.ts";

export type Answer = { status: number; text: string; json: any; header(name: string): string | null };

export type App = {
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  control(method: string, path: string, body?: object): Promise<any>;
  /** All work is done; `advance`: also what waits for a later time. */
  idle(advance?: boolean): Promise<void>;
  /** Genuine webhooks in the order in which they came. */
  readonly received: readonly Received[];
  readonly tenantId: string;
  readonly vaultId: string;
};

/** What was expected and did not come: the client cannot go on. */
export class Broken extends Error {}

export function must(holds: unknown, what: string): asserts holds {
  if (holds === false || holds === undefined || holds === null) throw new Broken(what);
}

const lower = (text: unknown): string => String(text ?? "").toLowerCase();
const sameNumber = (text: unknown, wanted: number): boolean => text !== undefined && Number(text) === wanted;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** One habit for each hole; the hardened form of each. */
export const HARDENED = {
  /** The record of an answer: under `data`, or beside the envelope. */
  record: (json: any): any => json.data ?? json,
  rows: (data: any, name: string): any[] => data.items ?? data[name],
  hasOnly: (_object: object, _members: readonly string[]): boolean => true,
  time: (text: unknown): Date | null => {
    if (text === null || text === undefined || text === "") return null;
    must(DATE.test(String(text)), `no date-time: ${text}`);
    return new Date(String(text));
  },
  absentText: (value: unknown): boolean => (value ?? "") === "",
  isUsd: (text: unknown, wanted: number): boolean => sameNumber(text, wanted),
  isAmount: (text: unknown, wanted: number): boolean => sameNumber(text, wanted),
  /** The digits of `raw` of a deposit: from a text of the API, since a JSON number may be written in other ways. */
  rawDigits: (_listed: string, balance: any): string => balance.raw,
  sameAddress: (a: unknown, b: string): boolean => lower(a) === lower(b),
  isOn: (record: any, network: { id: string; symbol: string }): boolean => record.network_id === network.id,
  newest: (rows: any[]): any => rows.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time))[0],
  /** `unknown` is a word that a newer version may have. */
  side: (word: unknown): "in" | "out" | "unknown" =>
    lower(word) === "in" ? "in" : lower(word) === "out" ? "out" : "unknown",
  /** The wallet after a lost answer that was asked for again. */
  afterRetry: (_first: any, second: any): any => second,
  uda: (answer: Answer): boolean => answer.status === 200 || answer.status === 201,
  udaAddress: async (app: App, listed: any): Promise<string> => {
    const [entry] = listed.deposit_addresses ?? [];
    if (entry !== undefined) return entry.address;
    const { json } = await app.call("GET", `/uda/${listed.id}`);
    return (json.data ?? json).deposit_addresses[0].address;
  },
  sourceOf: (settlement: any): any => settlement.source ?? settlement.source_leg,
  isNewSettlement: (status: unknown): boolean => ["created", "routing"].includes(lower(status)),
  isAccepted: (status: unknown): boolean => ["queued", "processing", "confirmed"].includes(String(status)),
  isRejected: (payout: any): boolean => ["expired", "failed", "rejected"].includes(payout.status),
  isDuplicate: (answer: Answer): boolean => answer.status === 409,
  quote: (quote: any): boolean => Number(quote.to.amount) > 0,
  /** Seconds to wait after a 429. */
  wait: (answer: Answer): number => Number(answer.header("retry-after") ?? 1),
  /** Unix seconds at which the window ends. */
  resetAt: (header: number, now: number): number => (header > 1_000_000_000 ? header : now + header),
  /** The largest page: too large a one is refused, or the answer says what it took. */
  largestPage: async (app: App): Promise<number> => {
    const { status, json } = await app.call("GET", "/deposits?limit=1000");
    return status === 400 ? 100 : json.pagination.limit;
  },
  isPending: (answer: Answer): boolean => answer.status === 404 || answer.status === 200,
  /** Whether a payment to us that was seen has failed, asked from the API. */
  hasFailed: async (app: App, txId: string): Promise<boolean> =>
    (await app.call("GET", `/deposits/tx/${txId}`)).status === 404,
  /** Each event counts once, whatever its order, and of each type only what is known. */
  events: (received: readonly Received[]): any[] => {
    const byId = new Map(received.map(({ json }) => [json.id, json]));
    return [...byId.values()].filter(({ type }) => KNOWN_TYPES.has(type));
  },
  /** The amount of a confirmed deposit: from the payload or, if that is slim, from the API. */
  deposited: async (app: App, { id, balance }: any): Promise<number> =>
    Number(balance?.amount ?? (await app.call("GET", `/deposits/${id}`)).json.data.balance.amount),
};

export type Habits = typeof HARDENED;

const KNOWN_TYPES = new Set([
  ...["deposit.new", "deposit.confirmed", "address.assigned", "balance.updated", "transaction.broadcasted"],
  ...["transaction.confirmed", "transaction.failed"],
  ...["uda.settlement.created", "uda.settlement.completed", "uda.settlement.failed"],
]);

const BASE = { id: "8453", symbol: "base" };
const ETHER = "0.123456789012345678";

/** A wallet, two deposits to it, what lists say of them, and what webhooks credit. */
async function deposits(app: App, habits: Habits): Promise<void> {
  const order = { owner: "alice", network_symbol: "base" };
  const key = { "Idempotency-Key": "alice-1" };
  const first = habits.record((await app.call("POST", "/wallets", order, key)).json);
  const again = habits.record((await app.call("POST", "/wallets", order, key)).json);
  const wallet = habits.afterRetry(first, again);
  must(
    habits.hasOnly(wallet, ["id", "address", "network_id", "network_symbol", "created_at", "owner"]),
    "an unknown member",
  );
  must(habits.isOn(wallet, BASE), "a wallet on another network");
  await app.control("POST", "/deposits", {
    network: "base",
    asset: "USDC",
    amount: "100.5",
    to_address: wallet.address,
  });
  await app.control("POST", "/clock/advance", { by: "10s" });
  await app.control("POST", "/deposits", { network: "base", asset: "ETH", amount: ETHER, to_address: wallet.address });
  await app.idle();
  const listed = await app.call("GET", "/deposits");
  const newest = habits.newest(listed.json.data);
  must(newest.symbol === "ETH", "the last deposit is not the newest");
  must(habits.time(newest.time) !== null, "a deposit has a time");
  const { balances } = habits.record((await app.call("GET", `/wallets/address/${wallet.address}`)).json);
  const [usdc, ether] = ["USDC", "ETH"].map((symbol) => balances.find((one: any) => one.symbol === symbol).balance);
  must(habits.isAmount(usdc.amount, 100.5), `the balance is ${usdc.amount}`);
  must(habits.isUsd(usdc.usd, 100.5), `the balance is worth ${usdc.usd}`);
  must(habits.rawDigits(listed.text, ether) === "123456789012345678", "another amount of ether");
  const { data: transactions } = (await app.call("GET", "/transactions")).json;
  for (const { side, memo, timestamps } of transactions) {
    must(habits.side(side) !== "out", "we did not pay");
    must(habits.absentText(memo), "a memo that nobody wrote");
    must(habits.time(timestamps.failed_at) === null, "a transaction failed");
  }
  const confirmed = habits.events(app.received).filter(({ type }) => type === "deposit.confirmed");
  let credited = 0;
  for (const { payload } of confirmed) credited += await habits.deposited(app, payload);
  must(Math.abs(credited - 100.5 - Number(ETHER)) < 1e-9, `credited ${credited}`);
}

/** A payout, the same reference again, and one that is rejected. */
async function payouts(app: App, habits: Habits): Promise<void> {
  for (const network of ["base", "ethereum"]) {
    const { address } = (await app.call("GET", `/vault/${app.vaultId}/addresses/${network}`)).json.data;
    await app.control("POST", "/deposits", { network, asset: "USDC", amount: "50", to_address: address });
  }
  await app.idle();
  const order = {
    vault_id: app.vaultId,
    asset: "USDC",
    network_symbol: "base",
    to_address: FIXTURES.payee,
    amount: "10.5",
  };
  const pay = (reference_id: string, network_symbol = "base") =>
    app.call("POST", "/transfer/payout", { ...order, reference_id, network_symbol });
  const made = habits.record((await pay("order-1")).json);
  must(habits.isAccepted(made.status), `a new payout is ${made.status}`);
  must(habits.sameAddress(made.to_address, FIXTURES.payee), `it pays ${made.to_address}`);
  must(habits.isDuplicate(await pay("order-1")), "the second with the same reference was taken");
  await app.idle(true);
  const paid = habits.record((await app.call("GET", `/transfer/payout/${made.id}`)).json);
  must(paid.status === "confirmed" && habits.time(paid.confirmed_at) !== null, `it is ${paid.status}`);
  // Without a block it waits for its gas.
  await app.control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const waiting = habits.record((await pay("order-2", "ethereum")).json);
  const reason = { reason: "customer cancelled" };
  const rejected = habits.record((await app.call("POST", `/transfer/payout/${waiting.id}/reject`, reason)).json);
  await app.control("PUT", "/networks/ethereum/mining", { mode: "instant" });
  must(habits.isRejected(rejected), `a rejected payout is ${rejected.status}`);
}

/** Two addresses for customers, a deposit to one and its settlement. */
async function settlements(app: App, habits: Habits): Promise<void> {
  const destination = { address: FIXTURES.destination, asset_symbol: "USDC", network_id: "9001" };
  for (const owner of ["merchant-1", "merchant-2"]) {
    const answer = await app.call("POST", "/uda", { owner, destination });
    must(habits.uda(answer), `POST /uda was answered ${answer.status}`);
    must(habits.record(answer.json).owner === owner, "an address of somebody else");
  }
  const list = habits.rows(habits.record((await app.call("GET", "/uda")).json), "udas");
  const mine = list.find((one) => one.owner === "merchant-1");
  const to_address = await habits.udaAddress(app, mine);
  await app.control("POST", "/deposits", { network: "polygon", asset: "USDT", amount: "50", to_address });
  await app.idle(true);
  const data = habits.record((await app.call("GET", `/uda/${mine.id}/settlements`)).json);
  const [settlement] = habits.rows(data, "settlements");
  must(habits.sourceOf(settlement).amount !== undefined, "a settlement without a source");
  const created = habits.events(app.received).find(({ type }) => type === "uda.settlement.created");
  must(habits.isNewSettlement(created?.payload.status), `a new settlement is ${created?.payload.status}`);
}

async function quotes(app: App, habits: Habits): Promise<void> {
  const from = "from_chain_id=1&from_token=0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
  const { json } = await app.call("GET", `/uda/quote?${from}&to_chain_id=42161&to_token=native&amount=100000000`);
  must(habits.quote(habits.record(json)), "a quote that cannot be read");
}

async function limits(app: App, habits: Habits): Promise<void> {
  const { json, header } = await app.call("GET", "/vault");
  must(json.data.length === 1, "no vault");
  const now = Date.now() / 1_000;
  const left = habits.resetAt(Number(header("x-ratelimit-reset")), now) - now;
  must(left > -2 && left < 120, `the window ends in ${left} s`);
  const match = { operation_id: "listVaults", tenant_id: app.tenantId };
  await app.control("POST", "/faults", { gate: "api.request", effect: "status", params: { status: 429 }, match });
  const seconds = habits.wait(await app.call("GET", "/vault"));
  must(seconds >= 1 && seconds <= 120, `waits ${seconds} s`);
  must((await habits.largestPage(app)) === 100, "no largest page was found");
}

/** A deposit that a reorg removes before it is confirmed. */
async function reorgs(app: App, habits: Habits): Promise<void> {
  await app.control("PUT", "/networks/polygon/mining", { mode: "manual" });
  const wallet = habits.record((await app.call("POST", "/wallets", { owner: "bob", network_symbol: "polygon" })).json);
  const order = { network: "polygon", asset: "USDC", amount: "7", to_address: wallet.address };
  const { tx_id } = await app.control("POST", "/deposits", order);
  await app.control("POST", "/networks/polygon/mine", { blocks: 1 });
  must(habits.isPending(await app.call("GET", `/deposits/tx/${tx_id}`)), "a deposit that was sent is nowhere");
  await app.control("POST", "/networks/polygon/reorg", { depth: 1, transactions: "drop" });
  await app.control("PUT", "/networks/polygon/mining", { mode: "instant" });
  await app.idle(true);
  must(await habits.hasFailed(app, tx_id), "the deposit should have failed");
}

/** The parts of the client; each can be played alone. */
export const SCENES = { deposits, payouts, settlements, quotes, limits, reorgs } as const;
export type SceneName = keyof typeof SCENES;
