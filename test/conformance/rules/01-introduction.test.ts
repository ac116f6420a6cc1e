// Section 1: what the service is and does, one proof for each sentence of its introduction.
import { afterAll, beforeAll, expect, test } from "vitest";
import { serviceDocument } from "../../../src/spec/document.ts";
import { verifyWebhook } from "../../../src/webhooks/sign.ts";
import { openSandbox } from "../../support/a-sandbox.ts";
import { openReceiver } from "../../support/clients/a-receiver.ts";
import { aPayout, aVault, PAYEE, payoutBody, payoutNow, vaultBalance } from "../../support/payments/a-payout.ts";
import {
  aUda,
  DESTINATION,
  sendToken,
  settlementOf,
  settlementsOf,
  tokenBalance,
} from "../../support/payments/a-uda.ts";
import { aWallet } from "../../support/payments/on-chain.ts";
import { exact, expectProblem } from "../api.ts";
import { send } from "../http-client.ts";

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  receiver = await openReceiver();
  sandbox = await openSandbox({ webhook: receiver.url });
});
afterAll(async () => {
  await receiver.end();
  await sandbox.end();
});

test("all paths are below a base url whose last segment is v1 (S-001)", async () => {
  const { ready, url } = sandbox;
  expect(new URL(ready.api_base_url).pathname).toBe("/v1");
  const headers = { "x-api-key": ready.api_key };
  expect((await fetch(`${ready.api_base_url}/vault`, { headers })).status).toBe(200);
  for (const path of ["/vault", "/v2/vault", "/v1/v1/vault"]) {
    const reply = await fetch(`${url}${path}`, { headers });
    expect([path, reply.status, ((await reply.json()) as { code: number }).code]).toEqual([path, 404, 404]);
  }
  const { servers } = serviceDocument as unknown as { servers: { url: string }[] };
  expect(servers.map((server) => new URL(server.url).pathname)).toEqual(["/v1"]);
});

test("sandbox and production are two environments, each with its own host and its own keys (S-002, S-003, S-004)", async () => {
  const production = await openSandbox({ env: "production" });
  expect(new URL(production.url).host).not.toBe(new URL(sandbox.url).host);
  expect(sandbox.ready.api_key).toMatch(/^sk_sandbox_[0-9a-f]{32}$/);
  expect(production.ready.api_key).toMatch(/^sk_live_[0-9a-f]{32}$/);
  for (const [here, there] of [
    [sandbox, production],
    [production, sandbox],
  ] as const) {
    expect((await send(here, { path: "/vault" })).status).toBe(200);
    expectProblem(await send(here, { path: "/vault", key: there.ready.api_key }), 401, "Missing or invalid API key");
  }
  await production.end();
});

test("requests and answers are JSON (S-005)", async () => {
  const body = { owner: "json", network_symbol: "base" };
  const assigned = await send(sandbox, { method: "POST", path: "/wallets", body });
  for (const reply of [assigned, await send(sandbox, { path: "/vault" }), await send(sandbox, { path: "/nowhere" })]) {
    expect(reply.headers.get("content-type")).toMatch(/^application\/json(;|$)/);
    expect(reply.body).toEqual(JSON.parse(reply.text));
  }
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const refused = await send(sandbox, {
    method: "POST",
    path: "/wallets",
    body: "owner=a&network_id=60",
    headers: form,
  });
  expectProblem(refused, 415, "Unsupported media type");
});

test("what a tenant reads and writes is its own (S-006, S-007)", async () => {
  const { api, control, clientFor } = sandbox;
  const other = await control("POST", "/tenants", { name: "somebody else" });
  const wallet = await aWallet(api, { owner: "mine" });
  const uda = await aUda(api, { owner: "mine" });
  const stranger = clientFor(other.api_key);
  const owner = { params: { path: { owner: "mine" } } };
  expect((await api.GET("/wallets/owner/{owner}", owner)).data?.data).toMatchObject([{ id: wallet.id }]);
  expect((await stranger.GET("/wallets/owner/{owner}", owner)).data?.data).toEqual([]);
  const one = { params: { path: { id: uda.id } } };
  expect((await stranger.GET("/uda/{id}", one)).response.status).toBe(404);
  expect((await stranger.DELETE("/uda/{id}", one)).response.status).toBe(404);
  expect((await api.GET("/uda/{id}", one)).data?.data.status).toBe("active");
  const order = payoutBody(sandbox.ready.vault_id);
  expect((await stranger.POST("/transfer/payout", { body: order })).response.status).toBe(404);
});

test("a wallet is an address on a network, assigned to an owner that the tenant names as it likes (S-011, S-012)", async () => {
  for (const owner of ["Ünï cödé / 42?", "user:8a7f3c", "x".repeat(255)]) {
    const { id, address } = await aWallet(sandbox.api, { owner, network: "polygon" });
    const { data } = await exact(sandbox, `/wallets/owner/${encodeURIComponent(owner)}`);
    expect(data).toEqual([{ id, address, network_id: "966", network_symbol: "polygon" }]);
    expect((await exact(sandbox, `/wallets/address/${address}`)).data.owner).toBe(owner);
  }
});

test("a vault holds balances, and a payout sends from it to an external address, by amount or by dollars (S-013…S-016)", async () => {
  await aVault(sandbox, { amount: "100" });
  expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "100" });
  const byAmount = await aPayout(sandbox, { reference_id: "by-amount", amount: "10" });
  const byDollars = await aPayout(sandbox, { reference_id: "by-dollars", usd_amount: "2.5" });
  await sandbox.control("POST", "/run-until-idle");
  for (const { id } of [byAmount, byDollars]) expect((await payoutNow(sandbox.api, id)).status).toBe("confirmed");
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(12_500_000n);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "87.5", available: "87.5" });
});

test("the pair of vault and reference pays once, however often it is sent (S-017)", async () => {
  await aVault(sandbox, { asset: "USDC", amount: "100" });
  const before = await tokenBalance(sandbox, "ethereum", "USDC", PAYEE);
  await aPayout(sandbox, { asset: "USDC", reference_id: "pair", amount: "4" });
  const again = {
    method: "POST",
    path: "/transfer/payout",
    body: payoutBody(sandbox.ready.vault_id, { asset: "USDC", reference_id: "pair" }),
  };
  for (let time = 0; time < 3; time++) expectProblem(await send(sandbox, again), 409, "Duplicate reference_id");
  await sandbox.control("POST", "/run-until-idle");
  expect((await tokenBalance(sandbox, "ethereum", "USDC", PAYEE)) - before).toBe(4_000_000n);
});

test("a UDA is one address on many chains; each confirmed deposit is routed to its one destination (S-018, S-019, S-020)", async () => {
  const { api, control } = sandbox;
  const uda = await aUda(api, { owner: "many chains" });
  expect(new Set(uda.deposit_addresses.map(({ address }) => address)).size).toBe(1);
  expect(new Set(uda.deposit_addresses.map(({ network_id }) => network_id)).size).toBe(5);
  // One per owner: a repeated request returns the same one, and another owner has another address.
  const destination = { address: DESTINATION, asset_symbol: "USDC", network_id: "9001" };
  const again = await api.POST("/uda", { body: { owner: "many chains", destination } });
  expect([again.response.status, again.data?.data.id, again.data?.data.deposit_addresses]).toEqual([
    200,
    uda.id,
    uda.deposit_addresses,
  ]);
  const other = await aUda(api, { owner: "other chains" });
  expect([other.id === uda.id, other.address === uda.address]).toEqual([false, false]);
  await control("PUT", "/networks/bsc/mining", { mode: "manual" });
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
  await control("POST", "/run-until-idle");
  const settlement = await settlementOf(api, uda.id);
  expect(settlement).toMatchObject({
    status: "completed",
    source: { asset_symbol: "USDT", network_id: 137 },
    destination: {
      asset_symbol: "USDC",
      network_id: 42161,
      address: expect.stringMatching(new RegExp(DESTINATION, "i")),
    },
  });
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(BigInt(settlement.destination.amount));
  const before = (await settlementsOf(api, uda.id)).length;
  const to_address = uda.address;
  await control("POST", "/deposits", { network: "bsc", asset: "USDC", amount: "50", to_address });
  await control("POST", "/networks/bsc/mine", { blocks: 1 });
  expect(await settlementsOf(api, uda.id)).toHaveLength(before);
  await control("POST", "/networks/bsc/mine", { blocks: 1 });
  expect(await settlementsOf(api, uda.id)).toHaveLength(before + 1);
  await control("PUT", "/networks/bsc/mining", { mode: "instant" });
});

test("a quote across chains and tokens is marked as indicative (S-021)", async () => {
  const operation = serviceDocument.paths["/uda/quote"]?.["get"] as { summary?: string; description?: string };
  expect(operation.summary).toMatch(/indicative/i);
  expect(operation.description).toMatch(/indicative/i);
  expect(operation.description).toMatch(/cross-chain or cross-token/);
});

test("there are look-ups of networks, assets, enablement, gas stations and transactions (S-022)", async () => {
  const networks = await exact(sandbox, "/blockchain/networks");
  expect(networks.data.map((row: { network_id: string }) => row.network_id)).toContain("8453");
  const assets = await exact(sandbox, "/blockchain/assets");
  expect(assets.data.map((row: { symbol: string }) => row.symbol)).toContain("USDC");
  const [enabled] = (await exact(sandbox, "/networks")).data;
  expect((await exact(sandbox, `/networks/${enabled.network_id}/${enabled.asset}`)).data).toEqual(enabled);
  const [station] = (await exact(sandbox, "/gas-stations/wallets")).data;
  expect((await exact(sandbox, `/gas-stations/wallet/${station.id}`)).data.address).toBe(station.address);
  const wallet = await aWallet(sandbox.api);
  await sandbox.control("POST", "/deposits", {
    network: "base",
    asset: "USDC",
    amount: "1",
    to_address: wallet.address,
  });
  const [record] = (await exact(sandbox, "/transactions?type=deposit")).data;
  expect((await exact(sandbox, `/transactions/${record.id}`)).data).toEqual(record);
});

// The tests above have caused all of these events.
test("signed webhooks report wallets, deposits, transactions, balances and settlements (S-023)", async () => {
  await sandbox.control("POST", "/run-until-idle");
  const kinds = new Set(receiver.received.map(({ json }) => json.type.split(".").slice(0, -1).join(".")));
  expect([...kinds].toSorted()).toEqual(["address", "balance", "deposit", "transaction", "uda.settlement"]);
  for (const { headers, body } of receiver.received) {
    const nowSeconds = Number(headers["webhook-timestamp"]);
    expect(verifyWebhook({ secret: sandbox.ready.webhook_secret, headers, body, nowSeconds })).toMatchObject({
      ok: true,
    });
  }
});
