// A long run of calls in a fixed order by several clients of one sandbox: the service for two tenants, the control API, JSON-RPC over HTTP and WebSocket, webhooks. Records every byte of every response.
import WebSocket from "ws";
import type { Sandbox } from "../../src/runtime/sandbox.ts";
import type { aReceiver } from "./clients/a-receiver.ts";
import { diceOf } from "./worlds/a-random-life.ts";

type Ready = Omit<Sandbox["ready"], "pid">;
type Receiver = Awaited<ReturnType<typeof aReceiver>>;
type Dice = ReturnType<typeof diceOf>;

const NETWORKS = ["base", "polygon", "ethereum"] as const;
const NOWHERE = "0x000000000000000000000000000000000000beef";

/** Replaces the values that differ from run to run because they depend on the wall clock or the process. Nothing else may differ. */
const OF_THE_WALL: readonly (readonly [RegExp, string])[] = [
  [/"duration_ms":\d+/g, '"duration_ms":0'],
  [/"webhook-timestamp":"\d+"/g, '"webhook-timestamp":"0"'],
  [/"webhook-signature":"[0-9a-f ]+"/g, '"webhook-signature":"0"'],
  // Ids of subscriptions and filters differ between processes.
  [/"(result|subscription)":"0x[0-9a-f]{16,24}"/g, '"$1":"0x0"'],
  [/(127\.0\.0\.1|localhost):\d+/g, "here"],
];

export function withoutTheWall(text: string): string {
  return OF_THE_WALL.reduce((rest, [pattern, plain]) => rest.replaceAll(pattern, plain), text);
}

type Cast = {
  ready: Ready;
  dice: Dice;
  lines: string[];
  keys: string[];
  vaults: string[];
  tenants: string[];
  addresses: Record<string, string[]>;
  hashes: string[];
  orders: number;
  ask(method: string, path: string, body?: unknown, key?: string): Promise<any>;
  rpc(network: string, body: unknown): Promise<any>;
};
type Act = (cast: Cast) => Promise<unknown>;

const network = ({ dice }: Cast): string => dice.of(NETWORKS);
const asset = ({ dice }: Cast, symbol: string): string => (symbol === "base" ? "USDC" : dice.of(["USDC", "USDT"]));
const place = ({ dice, addresses }: Cast, symbol: string): string => dice.of(addresses[symbol] ?? [NOWHERE]);

/** Calls of service, control API and chain; a refusal is a response like any other. */
const ACTS: readonly Act[] = [
  async (cast) => {
    const symbol = network(cast);
    const key = cast.dice.of(cast.keys);
    const made = await cast.ask("POST", "/v1/wallets", { owner: `o${cast.dice.upTo(9)}`, network_symbol: symbol }, key);
    if (made?.address !== undefined) cast.addresses[symbol]?.push(made.address);
  },
  async (cast) => {
    const destination = { address: NOWHERE, asset_symbol: "USDC", network_id: cast.dice.of(["9001", "966"]) };
    const body = { owner: `o${cast.dice.upTo(9)}`, destination };
    const made = await cast.ask("POST", "/v1/uda", body, cast.dice.of(cast.keys));
    for (const symbol of NETWORKS) {
      const address = made?.deposit_addresses?.[0]?.address;
      if (address !== undefined) cast.addresses[symbol]?.push(address);
    }
  },
  ...Array<Act>(3).fill((cast) => {
    const symbol = network(cast);
    const order = { network: symbol, asset: asset(cast, symbol), amount: `${1 + cast.dice.upTo(90)}.5` };
    return cast.ask("POST", "/admin/deposits", { ...order, to_address: place(cast, symbol) });
  }),
  ...Array<Act>(3).fill((cast) => {
    const symbol = network(cast);
    const index = cast.dice.upTo(2);
    cast.orders += 1;
    const body = {
      ...{ vault_id: cast.vaults[index], asset: asset(cast, symbol), network_symbol: symbol, to_address: NOWHERE },
      ...{ reference_id: `order-${cast.dice.upTo(5) === 0 ? 1 : cast.orders}`, amount: `${1 + cast.dice.upTo(20)}` },
    };
    return cast.ask("POST", "/v1/transfer/payout", body, cast.keys[index]);
  }),
  (cast) => {
    const symbol = network(cast);
    const body = {
      ...{ from_address: place(cast, symbol), to_address: NOWHERE },
      ...{ asset: asset(cast, symbol), network_symbol: symbol },
    };
    return cast.ask("POST", "/v1/transfer/external/address", body, cast.dice.of(cast.keys));
  },
  (cast) => {
    const path = cast.dice.of([
      ...["/v1/deposits", "/v1/transactions?limit=50", "/v1/uda", "/v1/wallets", "/v1/transfer/payout", "/v1/vault"],
      ...["/v1/gas-stations/wallets", "/v1/network", "/v1/nothing-there", "/v1/deposits?limit=0"],
    ]);
    return cast.ask("GET", path, undefined, cast.dice.of(cast.keys));
  },
  (cast) => {
    const path = cast.dice.of([
      ...["/clock", "/status", "/networks", "/faults", "/claims", "/solvers", "/tenants", "/deposits", "/nothing"],
      ...["/events?limit=50&after=20", "/deliveries?limit=50", "/rates"],
    ]);
    return cast.ask("GET", `/admin${path}`);
  },
  (cast) => cast.ask("POST", `/admin/networks/${network(cast)}/mine`, { blocks: 1 + cast.dice.upTo(3) }),
  (cast) => {
    const body = { depth: 1 + cast.dice.upTo(3), transactions: cast.dice.of(["keep", "drop", "delay"]) };
    return cast.ask("POST", `/admin/networks/${network(cast)}/reorg`, { ...body, force: cast.dice.upTo(4) === 0 });
  },
  (cast) => {
    const mode = cast.dice.of(["instant", "instant", "manual", "interval"]);
    return cast.ask("PUT", `/admin/networks/${network(cast)}/mining`, { mode });
  },
  (cast) => cast.ask("PUT", `/admin/networks/${network(cast)}/confirmations`, { blocks: 1 + cast.dice.upTo(3) }),
  (cast) => cast.ask("POST", "/admin/clock/advance", { by: 1 + cast.dice.upTo(120_000) }),
  (cast) => {
    const fault = cast.dice.of([
      { gate: "routing.provider", effect: "refuse" },
      { gate: "routing.provider", effect: "slow", params: { by: "90s" } },
      { gate: "webhook.delivery", effect: "drop" },
      { gate: "webhook.delivery", effect: "duplicate" },
      { gate: "chain.submit", effect: "revert" },
      { gate: "chain.submit", effect: "drop" },
      { gate: "chain.mine", effect: "skip" },
      { gate: "price.feed", effect: "unavailable" },
      { gate: "rpc.request", effect: "error", params: { code: -32005, message: "too much" } },
      { gate: "api.request", effect: "status", params: { status: 500 } },
      { gate: "nowhere", effect: "nothing" },
    ]);
    return cast.ask("POST", "/admin/faults", { ...fault, times: 1 + cast.dice.upTo(2) });
  },
  async (cast) => {
    const symbol = network(cast);
    const from = cast.ready.accounts[cast.dice.upTo(3)]?.address;
    const call = { from, to: place(cast, symbol), value: `0x${(10 ** 15).toString(16)}`, gas: "0x186a0" };
    const { result } = await cast.rpc(symbol, { ...RPC, method: "eth_sendTransaction", params: [call] });
    if (typeof result === "string") cast.hashes.push(result);
  },
  (cast) => {
    const hash = cast.hashes.at(-1 - cast.dice.upTo(3)) ?? `0x${"0".repeat(64)}`;
    return cast.rpc(network(cast), { ...RPC, method: "eth_getTransactionReceipt", params: [hash] });
  },
  (cast) =>
    cast.rpc(network(cast), [
      { ...RPC, id: 1, method: "eth_getBlockByNumber", params: ["latest", true] },
      { ...RPC, id: 2, method: "eth_getLogs", params: [{ fromBlock: "0x0", toBlock: "latest" }] },
      { ...RPC, id: 3, method: "eth_gasPrice", params: [] },
      { ...RPC, id: 4, method: "eth_noSuchThing", params: [] },
    ]),
];

const RPC = { jsonrpc: "2.0", id: 1 };

/** Makes `acts` calls drawn from `seed`; returns all responses, notifications and webhooks, in order. */
export async function tellALongStory(ready: Ready, receiver: Receiver, seed: string, acts: number): Promise<string[]> {
  const lines: string[] = [];
  const record = (line: string): number => lines.push(withoutTheWall(line));
  const cast = aCast(ready, diceOf(seed), lines, record);
  record(JSON.stringify(ready));
  await theFirstScene(cast, receiver);
  const listeners = await Promise.all(["base", "polygon"].map((symbol) => aListener(ready, symbol)));
  try {
    for (let act = 0; act < acts; act += 1) {
      await delivered(ready);
      await cast.dice.of(ACTS)(cast);
      for (const { heard } of listeners) for (const line of await heard()) record(line);
    }
    await theLastScene(cast);
    for (const { heard } of listeners) for (const line of await heard()) record(line);
  } finally {
    for (const { close } of listeners) close();
  }
  // Two receivers are called concurrently: only the order within one receiver is deterministic.
  const posted = receiver.received.map(({ path, headers, body }) => `${path} ${String(headers["webhook-id"])} ${body}`);
  for (const line of posted.toSorted()) record(line);
  return lines;
}

/** Waits for the end of deliveries, which run concurrently with the loop; records nothing. */
async function delivered(ready: Ready): Promise<void> {
  await (await fetch(`${ready.admin_url}/run-until-idle`, { method: "POST" })).text();
}

function aCast(ready: Ready, dice: Dice, lines: string[], record: (line: string) => number): Cast {
  const post = async (url: string, method: string, body: unknown, key?: string): Promise<any> => {
    const response = await fetch(url, {
      method,
      headers: {
        ...(key === undefined ? {} : { "x-api-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const hints = ["x-transaction-id", "x-sandbox-error", "x-request-id"].map((name) => response.headers.get(name));
    record(`${method} ${url} ${JSON.stringify(body)} ${response.status} ${hints.join(" ")} ${text}`);
    return JSON.parse(text);
  };
  return {
    ...{ ready, dice, lines, keys: [ready.api_key], vaults: [ready.vault_id], tenants: [ready.tenant_id] },
    ...{ addresses: { base: [], polygon: [], ethereum: [] }, hashes: [], orders: 0 },
    ask: async (method, path, body, key) => (await post(`${ready.url}${path}`, method, body, key)).data,
    rpc: (symbol, body) => post(ready.rpc[symbol] ?? "", "POST", body),
  };
}

/** A second tenant, an endpoint for each tenant, funded vaults. */
async function theFirstScene(cast: Cast, receiver: Receiver): Promise<void> {
  const second = await cast.ask("POST", "/admin/tenants", { name: "second" });
  cast.keys.push(second.api_key);
  cast.vaults.push(second.vault_id);
  cast.tenants.push(second.tenant_id);
  for (const [index, tenant] of cast.tenants.entries())
    await cast.ask("POST", `/admin/tenants/${tenant}/webhook-endpoints`, { url: `${receiver.url}/${index}` });
  for (const [index, vault] of cast.vaults.entries()) {
    const rows = await cast.ask("GET", `/v1/vault/${vault}/addresses`, undefined, cast.keys[index]);
    for (const symbol of NETWORKS) {
      const { address } = rows.find((row: { network_symbol: string }) => row.network_symbol === symbol);
      cast.addresses[symbol]?.push(address);
      const order = { network: symbol, asset: "USDC", amount: "50", to_address: address };
      await cast.ask("POST", "/admin/deposits", order);
    }
  }
  // One deposit is removed by a reorg, and one call is refused by a fault, whatever the dice choose later.
  await cast.ask("PUT", "/admin/networks/base/mining", { mode: "manual" });
  const lost = { network: "base", asset: "USDC", amount: "7", to_address: cast.addresses["base"]?.[0] };
  await cast.ask("POST", "/admin/deposits", lost);
  await cast.ask("POST", "/admin/networks/base/mine", { blocks: 1 });
  await cast.ask("POST", "/admin/networks/base/reorg", { depth: 1, transactions: "drop" });
  await cast.ask("PUT", "/admin/networks/base/mining", { mode: "instant" });
  await cast.ask("POST", "/admin/faults", { gate: "api.request", effect: "status", params: { status: 500 } });
  await cast.ask("GET", "/v1/vault", undefined, cast.keys[0]);
}

/** Removes all faults, advances two days, and reads everything. */
async function theLastScene(cast: Cast): Promise<void> {
  await cast.ask("DELETE", "/admin/faults");
  for (const symbol of NETWORKS) await cast.ask("PUT", `/admin/networks/${symbol}/mining`, { mode: "instant" });
  await delivered(cast.ready);
  await cast.ask("POST", "/admin/clock/advance", { by: "2d" });
  for (const path of ["/events?limit=1000", "/deliveries?limit=1000", "/networks", "/claims", "/deposits", "/status"])
    await cast.ask("GET", `/admin${path}`);
  for (const key of cast.keys)
    for (const path of ["/deposits?limit=100", "/transactions?limit=100", "/transfer/payout?limit=100", "/uda"])
      await cast.ask("GET", `/v1${path}`, undefined, key);
}

/** A WebSocket that subscribes to heads, logs and pending transactions of a network. */
async function aListener(ready: Ready, symbol: string) {
  const socket = new WebSocket((ready.rpc[symbol] ?? "").replace("http", "ws"));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  let lines: string[] = [];
  let reply: (() => void) | undefined;
  socket.on("message", (message) => {
    const text = String(message);
    lines.push(`${symbol} socket ${text}`);
    if (!text.includes('"method":"eth_subscription"')) reply?.();
  });
  const ask = (method: string, params: unknown[]): Promise<void> =>
    new Promise((resolve) => {
      reply = resolve;
      socket.send(JSON.stringify({ ...RPC, method, params }));
    });
  for (const kind of ["newHeads", "logs", "newPendingTransactions"])
    await ask("eth_subscribe", kind === "logs" ? [kind, {}] : [kind]);
  return {
    close: () => socket.terminate(),
    /** The notifications since the last call, after all pending ones have arrived. */
    async heard(): Promise<string[]> {
      await ask("eth_blockNumber", []);
      const heard = lines;
      lines = [];
      return heard;
    },
  };
}
