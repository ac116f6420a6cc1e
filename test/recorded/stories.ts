// Table: the stories that are recorded: every operation of the service, its refusals, and webhooks of every type (C-02).
import type { Cast, Story } from "./a-recording.ts";

const PAYEE = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";
const OTHER = "0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a";
const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const NOBODY = "019b76da-a800-7000-8000-000000000000";
const NO_HASH = `0x${"0".repeat(64)}`;

const wallet = async (cast: Cast, owner: string, network = "base") =>
  (await cast.v1("POST /wallets", { body: { owner, network_symbol: network } })).data;
const deposit = (cast: Cast, order: object) =>
  cast.control("POST /deposits", { network: "base", asset: "USDC", amount: "5", ...order });
const addressIn = async (cast: Cast, network: string): Promise<string> =>
  (await cast.v1(`GET /vault/${cast.ready.vault_id}/addresses/${network}`)).data.address;
const fund = async (cast: Cast, network: string, asset: string, amount: string): Promise<void> => {
  await deposit(cast, { network, asset, amount, to_address: await addressIn(cast, network) });
  await cast.idle();
};
const payout = (cast: Cast, reference: string, more: object = {}) => ({
  ...{ vault_id: cast.ready.vault_id, asset: "USDT", network_symbol: "ethereum", to_address: PAYEE },
  ...{ reference_id: reference, amount: "10", ...more },
});
const uda = async (cast: Cast, owner: string, more: object = {}) => {
  const destination = { address: OTHER, asset_symbol: "USDC", network_id: "9001" };
  return (await cast.v1("POST /uda", { body: { owner, destination, ...more } })).data;
};
const mining = (cast: Cast, network: string, mode: string) => cast.control(`PUT /networks/${network}/mining`, { mode });

/** Each of these paths, in order. */
async function reads(cast: Cast, ...paths: string[]): Promise<void> {
  for (const path of paths) await cast.v1(`GET ${path}`);
}

export const STORIES: readonly Story[] = [
  {
    name: "wallets",
    async play(cast) {
      await cast.receiver();
      const key = { "idempotency-key": "k-1" };
      const order = { body: { owner: "alice", network_symbol: "base" }, headers: key };
      const { data } = await cast.v1("POST /wallets", order);
      await cast.v1("POST /wallets", order);
      await cast.v1("POST /wallets", { body: { owner: "bob", network_symbol: "base" }, headers: key });
      for (const network of ["ethereum", "bsc", "polygon", "arbitrum"]) await wallet(cast, "alice", network);
      await wallet(cast, "Ünïcode 🎉", "polygon");
      await cast.v1("POST /wallets", { body: { owner: "alice", network_symbol: "nowhere" } });
      await cast.v1("POST /wallets", { body: { owner: "alice", network_symbol: "base", label: "ignored" } });
      await reads(
        cast,
        ...["/wallets", "/wallets?limit=2&page=2", "/wallets?sort[]=created_at:asc&limit=3", "/wallets/owner/alice"],
        ...[
          "/wallets?filter[]=network_symbol:base",
          "/wallets/owner/nobody",
          "/wallets/owner/%C3%9Cn%C3%AFcode%20%F0%9F%8E%89",
        ],
        ...[
          `/wallets/${data.id}`,
          `/wallets/address/${data.address}`,
          `/wallets/address/${data.address.toLowerCase()}`,
        ],
        ...[
          `/wallets/${NOBODY}`,
          `/wallets/address/${PAYEE}`,
          "/wallets/no-id",
          "/wallets?limit=0",
          "/wallets?limit=101",
        ],
      );
    },
  },
  {
    name: "deposits of tokens and coins",
    async play(cast) {
      await cast.receiver();
      for (const [network, asset, amount] of [
        ...[
          ["base", "USDC", "5.25"],
          ["bsc", "USDC", "1500000.5"],
          ["ethereum", "USDT", "0.000001"],
        ],
        ...[
          ["ethereum", "ETH", "0.000000000000000001"],
          ["polygon", "POL", "123.456"],
        ],
      ] as const) {
        const { address } = await wallet(cast, "alice", network);
        const { tx_id } = await deposit(cast, { network, asset, amount, to_address: address });
        await cast.idle();
        await reads(cast, `/deposits/tx/${tx_id}`, `/wallets/address/${address}`);
      }
      const { data } = await cast.v1("GET /deposits");
      await reads(
        cast,
        ...[
          "/deposits?limit=2",
          "/deposits?limit=2&page=3",
          "/deposits?sort[]=time:asc",
          "/deposits?filter[]=symbol:USDC",
        ],
        ...[
          "/deposits?is_token_transfer=false",
          "/deposits?owner=alice&network_symbol=base",
          "/deposits?filter[]=nothing:1",
        ],
        ...[
          `/deposits/${data[0].id}`,
          `/deposits/${NOBODY}`,
          `/deposits/tx/${NO_HASH}`,
          "/deposits?page=0",
          "/transactions",
        ],
      );
    },
  },
  {
    name: "deposits before and after confirmation, and a reorg",
    async play(cast) {
      await cast.receiver();
      const { address } = await wallet(cast, "alice");
      await mining(cast, "base", "manual");
      const first = await deposit(cast, { to_address: address });
      await cast.control("POST /networks/base/mine", { blocks: 1 });
      await reads(cast, "/deposits", `/deposits/tx/${first.tx_id}`, "/transactions");
      await cast.control("POST /networks/base/reorg", { depth: 1, transactions: "drop" });
      await cast.idle(true);
      await reads(cast, "/deposits", `/deposits/tx/${first.tx_id}`, "/transactions");
      await deposit(cast, { to_address: address, amount: "7" });
      await cast.control("POST /networks/base/mine", { blocks: 20 });
      await cast.idle(true);
      await reads(cast, "/deposits", "/transactions", `/wallets/address/${address}`);
    },
  },
  {
    name: "payouts",
    async play(cast) {
      await cast.receiver();
      await fund(cast, "ethereum", "USDT", "1000");
      const { data } = await cast.v1("POST /transfer/payout", { body: payout(cast, "order-1") });
      await cast.v1(`GET /transfer/payout/${data.id}`);
      await cast.idle(true);
      await cast.v1("POST /transfer/payout", { body: payout(cast, "order-1") });
      await cast.v1("POST /transfer/payout", { body: payout(cast, "order-2", { amount: "12.50", remark: "thanks" }) });
      const { amount: _, ...usd } = payout(cast, "order-3");
      await cast.v1("POST /transfer/payout/usd", { body: { ...usd, usd_amount: "25.00" } });
      await cast.v1("POST /transfer/payout", { body: payout(cast, "order-4", { amount: "1000000" }) });
      await cast.v1("POST /transfer/payout", { body: payout(cast, "order-5", { amount: "0" }) });
      await cast.v1("POST /transfer/payout", { body: payout(cast, "order-6", { vault_id: NOBODY }) });
      await cast.v1("POST /transfer/payout", { body: payout(cast, "order-7", { asset: "DOGE" }) });
      await cast.v1("POST /transfer/payout", { body: payout(cast, "order-8", { to_address: "0x1" }) });
      await cast.idle(true);
      const vault = `vault_id=${cast.ready.vault_id}`;
      await reads(
        cast,
        ...[`/transfer/payout?${vault}`, `/transfer/payout?${vault}&limit=1&page=2`, `/transfer/payout/${data.id}`],
        ...["/transfer/payout", "/transfer/payout?filter[]=status:confirmed", "/transfer/payout?reference_id=order-2"],
        ...[
          `/transfer/payout/pending?${vault}`,
          `/transfer/payout/pending?vault_id=${NOBODY}`,
          `/transfer/payout/${NOBODY}`,
        ],
        ...["/transactions", `/vault/${cast.ready.vault_id}/balances`],
      );
    },
  },
  {
    name: "payouts that are rejected, expire or fail",
    async play(cast) {
      await cast.receiver();
      await fund(cast, "ethereum", "USDT", "100");
      await mining(cast, "ethereum", "manual");
      const { data } = await cast.v1("POST /transfer/payout", { body: payout(cast, "reject-me") });
      await cast.v1(`GET /transfer/payout/pending?vault_id=${cast.ready.vault_id}`);
      const reason = { body: { reason: "customer cancelled" } };
      await cast.v1(`POST /transfer/payout/${data.id}/reject`, reason);
      await cast.v1(`POST /transfer/payout/${data.id}/reject`, reason);
      await cast.v1(`POST /transfer/payout/${NOBODY}/reject`, reason);
      await mining(cast, "ethereum", "instant");
      await cast.control("POST /faults", { gate: "chain.submit", effect: "revert", times: 1 });
      await cast.v1("POST /transfer/payout", { body: payout(cast, "revert-me") });
      await cast.idle(true);
      await reads(cast, "/transfer/payout", "/transactions", `/vault/${cast.ready.vault_id}/balances`);
    },
  },
  {
    name: "addresses of customers for many assets",
    async play(cast) {
      await cast.receiver();
      const made = await uda(cast, "merchant");
      await uda(cast, "merchant");
      await uda(cast, "second", { accepted_tokens: ["USDC"] });
      await cast.v1("POST /uda", { body: { owner: "third" } });
      const destination = { address: PAYEE, asset_symbol: "USDT", network_id: "60" };
      await cast.v1(`PUT /uda/${made.id}`, { body: { destination } });
      await cast.v1(`PATCH /uda/${made.id}`, { body: { accepted_tokens: ["USDC", "USDT"] } });
      await cast.v1(`PATCH /uda/${NOBODY}`, { body: {} });
      await reads(
        cast,
        ...["/uda", "/uda?limit=1&offset=1", "/uda?owner=merchant", "/uda?status=active", "/uda?limit=5000"],
        ...[`/uda/${made.id}`, `/uda/${NOBODY}`, `/uda/${made.id}/settlements`, "/uda/supported-assets"],
      );
      await cast.v1(`DELETE /uda/${made.id}`);
      await cast.v1(`DELETE /uda/${made.id}`);
      await reads(cast, "/uda", `/uda/${made.id}`);
    },
  },
  {
    name: "settlements that complete",
    async play(cast) {
      await cast.receiver();
      const made = await uda(cast, "merchant");
      const [{ address }] = made.deposit_addresses;
      await deposit(cast, { network: "polygon", asset: "USDT", amount: "50", to_address: address });
      await cast.idle();
      await cast.v1(`GET /uda/${made.id}/settlements`);
      await cast.idle(true);
      await deposit(cast, { network: "ethereum", asset: "USDC", amount: "25.5", to_address: address });
      await cast.idle(true);
      const { data } = await cast.v1(`GET /uda/${made.id}/settlements`);
      const [settlement] = data.items;
      await reads(
        cast,
        ...[
          `/uda/settlements/${settlement.id}`,
          `/uda/settlements/${NOBODY}`,
          `/uda/${made.id}/settlements?limit=1&offset=1`,
        ],
        ...[
          `/uda/settlements/by-reference?reference=${settlement.reference}`,
          "/uda/settlements/by-reference?reference=none",
        ],
        ...["/uda/settlements/by-reference", "/transactions", "/deposits", `/uda/${made.id}`],
      );
    },
  },
  {
    name: "settlements that no provider takes",
    async play(cast) {
      await cast.receiver();
      const made = await uda(cast, "merchant");
      await cast.control("POST /faults", { gate: "routing.provider", effect: "refuse", times: null });
      const to_address = made.deposit_addresses[0].address;
      await deposit(cast, { network: "polygon", asset: "USDT", amount: "50", to_address });
      await cast.idle(true);
      await cast.control("POST /clock/advance", { by: "2d" });
      await reads(cast, `/uda/${made.id}/settlements`, "/transactions");
    },
  },
  {
    name: "quotes, with and without prices",
    async play(cast) {
      const route = `from_chain_id=1&from_token=${USDC}&to_chain_id=42161&to_token=native`;
      await reads(cast, `/uda/quote?${route}&amount=100000000`, `/uda/quote?${route}&amount=0`, `/uda/quote?${route}`);
      await cast.control("PUT /price-feed", { enabled: true });
      await reads(cast, `/uda/quote?${route}&amount=100000000`, `/uda/quote?${route}&amount=1&from_address=${PAYEE}`);
      await cast.control("POST /faults", { gate: "routing.provider", effect: "refuse", times: null });
      await reads(cast, `/uda/quote?${route}&amount=100000000`);
      await cast.v1(`GET /uda/quote?${route}&amount=100000000`, { headers: { "x-api-key": "" } });
    },
  },
  {
    name: "networks and assets",
    async play(cast) {
      const { data } = await cast.v1("GET /networks");
      await reads(
        cast,
        ...["/networks?enabled=true", "/networks?network_id=60", "/networks/list", "/blockchain/networks"],
        ...[
          "/blockchain/assets",
          "/blockchain/assets?symbol=USDC",
          "/blockchain/assets?network_symbol=base",
          "/uda/supported-assets",
        ],
      );
      const { network_id, contract_address = "" } = data.find((one: any) => one.is_token === true) ?? data[0];
      for (const asset of [contract_address || USDC, USDC, "native", PAYEE]) {
        await cast.v1(`GET /networks/${network_id}/${asset}`);
        await cast.v1(`PATCH /networks/${network_id}/${asset}`, { body: { enabled: false } });
        await cast.v1(`PUT /networks/${network_id}/${asset}`, { body: { enabled: true } });
        await cast.v1(`PUT /networks/${network_id}/${asset}`, { body: {} });
      }
      await reads(cast, "/networks", "/networks?enabled=false");
    },
  },
  {
    name: "vaults and gas stations",
    async play(cast) {
      await fund(cast, "ethereum", "USDT", "100.5");
      await fund(cast, "polygon", "USDC", "3");
      await fund(cast, "base", "ETH", "0.5");
      const vault = `/vault/${cast.ready.vault_id}`;
      const stations = await cast.v1("GET /gas-stations/wallets");
      const [station] = stations.data;
      await reads(
        cast,
        ...[
          "/vault",
          `${vault}/addresses`,
          `${vault}/addresses/base`,
          `${vault}/addresses/nowhere`,
          `/vault/${NOBODY}/total`,
        ],
        ...[
          `${vault}/balances`,
          `${vault}/balances?non_zero=true`,
          `${vault}/balances?network_symbol=polygon`,
          `${vault}/total`,
        ],
        ...[
          `/gas-stations/wallet/${station.id}`,
          `/gas-stations/address/${station.address}`,
          `/gas-stations/wallet/${NOBODY}`,
        ],
        ...[
          "/gas-stations/wallets?limit=2&page=2",
          `/gas-stations/address/${PAYEE}`,
          "/gas-stations/wallets?network_symbol=base",
        ],
      );
    },
  },
  {
    name: "transfers",
    async play(cast) {
      await cast.receiver();
      const from = await wallet(cast, "alice");
      const vault = await addressIn(cast, "base");
      const { data: stations } = await cast.v1("GET /gas-stations/wallets?network_symbol=base");
      await deposit(cast, { amount: "100", to_address: from.address });
      await fund(cast, "base", "USDC", "50");
      await cast.idle(true);
      const what = { asset: "USDC", amount: "2.5" };
      for (const [kind, body] of Object.entries({
        "external/address": { from_address: from.address, to_address: PAYEE, network_symbol: "base" },
        "external/wallet": { from_wallet_id: from.id, to_address: PAYEE, network_symbol: "base" },
        "internal/address": { from_address: from.address, to_address: vault, network_symbol: "base" },
        "internal/wallet": { from_wallet_id: from.id, to_wallet_id: stations[0].id },
        vault: { vault_id: cast.ready.vault_id, to_address: PAYEE, network_symbol: "base" },
      })) {
        await cast.v1(`POST /transfer/${kind}`, { body: { ...what, ...body } });
        await cast.idle(true);
        await cast.v1(`POST /transfer/${kind}`, { body: { ...what, ...body, amount: "100000" } });
        await cast.v1(`POST /transfer/${kind}`, { body: { ...what } });
      }
      const { data } = await cast.v1("GET /transactions");
      await reads(
        cast,
        ...[
          "/transactions?limit=3&page=2",
          "/transactions?side=out",
          "/transactions?filter[]=type:payout",
          "/transactions?status=x",
        ],
        ...[
          `/transactions/${data[0].id}`,
          `/transactions/${NOBODY}`,
          "/transactions?sort[]=created_at:asc&limit=5",
          "/transactions?sort[]=x:asc",
        ],
      );
    },
  },
  {
    name: "refusals",
    async play(cast) {
      const key = (value: string) => ({ headers: { "x-api-key": value } });
      for (const value of ["", "nope", "sk_live_0123456789abcdef0123456789abcdef"])
        await cast.v1("GET /vault", key(value));
      await cast.v1("GET /uda/supported-assets", key(""));
      for (const call of [
        "GET /nothing",
        "PUT /vault",
        "DELETE /wallets",
        "GET /v1/vault",
        "GET /wallets/a/b/c",
        "POST /vault",
      ])
        await cast.v1(call);
      await cast.v1("POST /wallets", { raw: "{" });
      await cast.v1("POST /wallets", { raw: "[]" });
      await cast.v1("POST /wallets", { raw: "{}", headers: { "content-type": "text/plain" } });
      await cast.v1("POST /wallets", { raw: `{"owner":"${"x".repeat(2_000_000)}"}` });
      await cast.v1("POST /wallets", { body: { owner: "", network_symbol: "base" } });
      await cast.v1("POST /wallets", { body: { owner: 5, network_symbol: "base" } });
      await cast.v1("POST /wallets", { body: { owner: "a".repeat(256), network_symbol: "base" } });
      await reads(
        cast,
        "/deposits?limit=x",
        "/deposits?unknown=1",
        "/deposits?filter[]=a",
        "/deposits?sort[]=time:up",
        "/deposits?limit=1&limit=2",
      );
    },
  },
  {
    name: "a small rate limit",
    async play(cast) {
      const tenant = await cast.control("POST /tenants", { name: "small", rate_limit: 1_000_000_000 });
      const key = { headers: { "x-api-key": tenant.api_key } };
      await cast.v1("GET /vault", key);
      await cast.control("POST /faults", { gate: "api.request", effect: "status", params: { status: 429 }, times: 1 });
      await cast.v1("GET /vault", key);
      await cast.v1("GET /vault", key);
    },
  },
  {
    name: "webhooks of a receiver that fails",
    async play(cast) {
      const { path } = await cast.receiver(["*"], (attempt) => (attempt === 3 ? 200 : 503));
      await cast.receiver(["deposit.confirmed"]);
      const { address } = await wallet(cast, "alice");
      await deposit(cast, { to_address: address });
      await cast.idle(true);
      await cast.control(`POST ${path}/rotate-secret`, { sign_with_both: true, overlap: "1h" });
      await cast.control(`POST ${path}/test`, { type: "balance.updated" });
      await cast.idle(true);
      for (const effect of ["drop", "duplicate", "truncate", "wrong-secret"]) {
        await cast.control("POST /faults", { gate: "webhook.delivery", effect, times: 1 });
        await deposit(cast, { to_address: address, amount: "1" });
        await cast.idle(true);
      }
    },
  },
  {
    name: "faults of the service",
    async play(cast) {
      await fund(cast, "ethereum", "USDT", "100");
      for (const status of [400, 401, 500]) {
        await cast.control("POST /faults", { gate: "api.request", effect: "status", params: { status }, times: 1 });
        await cast.v1("GET /wallets");
      }
      await cast.control("POST /faults", { gate: "api.request", effect: "status", params: { status: 500 }, times: 1 });
      await cast.v1("POST /transfer/payout", { body: payout(cast, "lost") });
      await cast.v1("POST /transfer/payout", { body: payout(cast, "lost") });
      await cast.control("POST /faults", { gate: "chain.submit", effect: "drop", times: 1 });
      await cast.v1("POST /transfer/payout", { body: payout(cast, "dropped") });
      await cast.idle(true);
      await cast.control("POST /faults", { gate: "price.feed", effect: "unavailable", times: 2 });
      await reads(cast, `/vault/${cast.ready.vault_id}/total`, "/transfer/payout", "/transactions");
    },
  },
  {
    name: "two tenants, a reset and a restore",
    async play(cast) {
      const other = await cast.control("POST /tenants", { name: "other" });
      const { id } = await wallet(cast, "alice");
      const key = { headers: { "x-api-key": other.api_key } };
      await cast.v1("GET /wallets", key);
      await cast.v1(`GET /wallets/${id}`, key);
      await cast.v1(`GET /vault/${cast.ready.vault_id}/balances`, key);
      await cast.v1("POST /wallets", { body: { owner: "alice", network_symbol: "base" }, ...key });
      const snapshot = await cast.control("POST /snapshots");
      await wallet(cast, "bob");
      await cast.control(`POST /snapshots/${snapshot.id}/restore`);
      await cast.v1("GET /wallets");
      await cast.control("POST /reset");
      await reads(cast, "/wallets", "/vault");
    },
  },
  {
    name: "browsers, and what JSON-RPC answers",
    async play(cast) {
      const origin = { headers: { origin: "http://localhost:3000" } };
      await cast.v1("OPTIONS /wallets", {
        headers: { ...origin.headers, "access-control-request-method": "POST", "x-api-key": "" },
      });
      await cast.v1("GET /vault", origin);
      await cast.v1("HEAD /vault");
      const { address } = await wallet(cast, "alice");
      await deposit(cast, { to_address: address, asset: "ETH", amount: "0.25" });
      await cast.idle();
      for (const [method, ...params] of [
        ...[["eth_chainId"], ["eth_blockNumber"], ["eth_getBalance", address, "latest"], ["net_version"]],
        ...[["eth_getTransactionCount", address, "latest"], ["eth_getBlockByNumber", "0x0", false], ["eth_gasPrice"]],
      ] as const)
        await cast.rpc("base", method, ...params);
    },
  },
];
