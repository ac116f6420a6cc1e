// Story (b): a deposit on a UDA of five networks is settled, paid at the destination, and swept at the source.
import { type Hex, parseEther } from "viem";
import { expect, test } from "vitest";
import { Keyring } from "../../../src/chains/address.ts";
import { SWEEPER_ADDRESS } from "../../../src/chains/artifact.ts";
import { DEFAULT_CONFIG } from "../../../src/config/options.ts";
import { intakePath, PLATFORM_PATH } from "../../../src/flow/settlements/route-accounts.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { FIXTURES } from "../../support/fixtures.ts";
import {
  aUda,
  DESTINATION,
  delegationStatus,
  sendToken,
  settlementOf,
  settlementsOf,
  tokenBalance,
} from "../../support/payments/a-uda.ts";

const NETWORKS = ["ethereum", "bsc", "polygon", "arbitrum", "base"];
const keyring = new Keyring(String(DEFAULT_CONFIG.seed));
const PLATFORM = keyring.addressAt(PLATFORM_PATH);
const DELEGATED = `0xef0100${SWEEPER_ADDRESS.slice(2)}`.toLowerCase();

/** Native coin of an address at every height of every chain. */
async function coinsEverOn(sandbox: ASandbox, address: Hex): Promise<bigint[]> {
  const found: bigint[] = [];
  for (const network of NETWORKS) {
    const client = sandbox.chain(network).public;
    const head = await client.getBlockNumber();
    for (let blockNumber = 0n; blockNumber <= head; blockNumber += 1n) {
      const balance = await client.getBalance({ address, blockNumber });
      if (balance > 0n) found.push(balance);
    }
  }
  return found;
}

async function settlementTransactions(api: ASandbox["api"], settlementId: string) {
  const { data } = await api.GET("/transactions", { params: { query: { "filter[]": [`source_id:${settlementId}`] } } });
  return data?.data ?? [];
}

test("S-172 S-216 S-219 S-220 USDT on Polygon arrives as USDC on Arbitrum: fees add up, four webhooks, address swept", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const receiver = await aReceiver();
  await control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  const uda = await aUda(api);
  const networkIds = uda.deposit_addresses.map(({ network_id }) => network_id);
  expect(networkIds.toSorted()).toEqual(["60", "8453", "9001", "9006", "966"]);
  expect(new Set(uda.deposit_addresses.map(({ address }) => address)).size).toBe(1);
  const platformBefore = await tokenBalance(sandbox, "polygon", "USDT", PLATFORM);

  const hash = await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
  await control("POST", "/run-until-idle");

  const settlement = await settlementOf(api, uda.id);
  expect(settlement).toMatchObject({ uda_id: uda.id, status: "completed", error: "" });
  expect(settlement.source).toMatchObject({
    address: uda.address,
    amount: "100000000",
    asset_symbol: "USDT",
    network_id: 137,
    tx_hash: hash,
  });
  // H-29: 15 basis points for the platform, five cents for a provider across chains.
  expect(settlement.fees).toEqual({ total: "200000", platform: "150000", provider: "50000", fee_amount: "200000" });
  expect(settlement.destination).toMatchObject({ amount: "99800000", asset_symbol: "USDC", network_id: 42161 });
  expect(settlement.routing).toMatchObject({ provider: "lifi", type: "cross_chain_diff_token" });
  expect(BigInt(settlement.source.amount)).toBe(BigInt(settlement.destination.amount) + BigInt(settlement.fees.total));
  const one = await api.GET("/uda/settlements/{id}", { params: { path: { id: settlement.id } } });
  expect(one.data?.data).toEqual(settlement);

  // The chains agree: exact amounts, nothing left (H-25.4).
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(99_800_000n);
  expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(0n);
  expect(await tokenBalance(sandbox, "polygon", "USDT", keyring.addressAt(intakePath("lifi")))).toBe(99_850_000n);
  expect((await tokenBalance(sandbox, "polygon", "USDT", PLATFORM)) - platformBefore).toBe(150_000n);
  expect(await coinsEverOn(sandbox, uda.address)).toEqual([]);
  const fill = await sandbox
    .chain("arbitrum")
    .public.getTransactionReceipt({ hash: settlement.destination.tx_hash as Hex });
  expect(fill.status).toBe("success");

  // S-217, S-218, S-221, H-82: the four in this order; the snapshots match their event types.
  const events = receiver.received.map(({ json }) => json).filter(({ type }) => !type.startsWith("balance."));
  expect(events.map(({ type }) => type)).toEqual([
    "deposit.new",
    "deposit.confirmed",
    "uda.settlement.created",
    "uda.settlement.completed",
  ]);
  expect(events[2].payload).toMatchObject({
    id: settlement.id,
    owner: FIXTURES.merchant,
    status: "created",
    fees: settlement.fees,
  });
  expect(events[3].payload).toEqual({ ...settlement, owner: FIXTURES.merchant });

  const [record, ...others] = await settlementTransactions(api, settlement.id);
  expect(others).toEqual([]);
  expect(record).toMatchObject({
    type: "settlement",
    side: "out",
    status: "confirmed",
    tx_id: settlement.destination.tx_hash,
    from_wallet_category: "external",
    to_wallet_category: "external",
    owner: FIXTURES.merchant,
    meta: { uda_id: uda.id, scenario: "cross_chain_diff_token", provider: "lifi", source_tx_id: hash },
    amount: { amount: 99.8, raw: 99_800_000, usd: "99.80" },
  });
});

test("S-169 H-18 a UDA is delegated on the chains: pending until the last network has mined it", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  await control("PUT", "/networks/base/mining", { mode: "manual" });
  const uda = await aUda(api);
  expect(await delegationStatus(api, uda.id)).toBe("pending");
  await control("POST", "/networks/base/mine", { blocks: 1 });
  expect(await delegationStatus(api, uda.id)).toBe("pending");
  await control("POST", "/networks/base/mine", { blocks: 1 });
  expect(await delegationStatus(api, uda.id)).toBe("delegated");
  for (const network of NETWORKS) {
    const code = await sandbox.chain(network).public.getCode({ address: uda.address });
    expect(code?.toLowerCase(), network).toBe(DELEGATED);
  }
});

test("H-25.2 the same token on the same chain goes through internal: one sweep pays destination and fee", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api, { network: "966" });
  await sendToken(sandbox, { network: "polygon", asset: "USDC", to: uda.address, amount: "10.000001" });
  await control("POST", "/run-until-idle");
  const settlement = await settlementOf(api, uda.id);
  expect(settlement).toMatchObject({
    status: "completed",
    routing: { provider: "internal", type: "same_chain_same_token" },
  });
  // The fee rounds up, what is delivered rounds down (K-6).
  expect(settlement.fees).toEqual({ total: "15001", platform: "15001", provider: "0", fee_amount: "15001" });
  expect(await tokenBalance(sandbox, "polygon", "USDC", DESTINATION)).toBe(9_985_000n);
  expect(await tokenBalance(sandbox, "polygon", "USDC", PLATFORM)).toBe(15_001n);
  expect(await tokenBalance(sandbox, "polygon", "USDC", uda.address)).toBe(0n);
  const { logs } = await sandbox
    .chain("polygon")
    .public.getTransactionReceipt({ hash: settlement.destination.tx_hash as Hex });
  expect(
    logs.filter(({ address }) => address.toLowerCase() === sandbox.chain("polygon").token("USDC").toLowerCase()),
  ).toHaveLength(2);
  const claims = (await control("GET", "/claims")).items.filter(({ kind }: { kind: string }) => kind !== "delegation");
  expect(claims).toEqual([]);
  const [record] = await settlementTransactions(api, settlement.id);
  expect(record).toMatchObject({
    type: "settlement",
    status: "confirmed",
    from_wallet_category: "uda",
    from_address: uda.address,
  });
  expect(await coinsEverOn(sandbox, uda.address)).toEqual([]);
});

test("H-29 another token on the same chain goes through a provider for two cents", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api, { network: "9006", asset: "USDT" });
  await sendToken(sandbox, { network: "bsc", asset: "USDC", to: uda.address, amount: "20" });
  await control("POST", "/run-until-idle");
  const settlement = await settlementOf(api, uda.id);
  expect(settlement).toMatchObject({
    status: "completed",
    routing: { provider: "lifi", type: "same_chain_diff_token" },
  });
  expect(settlement.fees).toMatchObject({
    platform: parseEther("0.03").toString(),
    provider: parseEther("0.02").toString(),
  });
  expect(await tokenBalance(sandbox, "bsc", "USDT", DESTINATION)).toBe(parseEther("19.95"));
  expect(await tokenBalance(sandbox, "bsc", "USDC", uda.address)).toBe(0n);
});

test("H-18 native coin to a delegated address needs its estimate, settles as POL at its price, and is swept", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api);
  const { public: client, wallet, account } = sandbox.chain("polygon");
  const value = parseEther("40");
  const estimate = await client.estimateGas({ account: account.address, to: uda.address, value });
  expect(estimate).toBeGreaterThan(21_000n);
  const hash = await wallet.sendTransaction({ to: uda.address, value });
  expect((await client.getTransactionReceipt({ hash })).status).toBe("success");
  await control("POST", "/run-until-idle");
  const settlement = await settlementOf(api, uda.id);
  expect(settlement).toMatchObject({
    status: "completed",
    source: {
      asset_symbol: "POL",
      asset_address: "0x0000000000000000000000000000000000000000",
      amount: value.toString(),
    },
  });
  // 40 POL at 0.50 = 20 USD; 0.03 and 0.05 USD are fees.
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(19_920_000n);
  expect(await client.getBalance({ address: uda.address })).toBe(0n);
  expect(await client.getBalance({ address: keyring.addressAt(intakePath("lifi")) })).toBe(parseEther("39.94"));
  // A hard-coded 21,000 reverts there, as on the real networks.
  const short = await wallet.sendTransaction({ to: uda.address, value, gas: 21_000n });
  expect((await client.getTransactionReceipt({ hash: short })).status).toBe("reverted");
  expect(await settlementsOf(api, uda.id)).toHaveLength(1);
  expect((await api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: short } } })).response.status).toBe(404);
});

test("S-227 a token the UDA does not accept is a deposit and is not moved", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api, { accepted: ["USDC"] });
  const hash = await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "5" });
  await control("POST", "/run-until-idle");
  const { data } = await api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: hash } } });
  expect(data?.data).toMatchObject({ to_wallet_category: "uda", owner: FIXTURES.merchant, symbol: "USDT" });
  expect(await settlementsOf(api, uda.id)).toEqual([]);
  expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(5_000_000n);
});

test("S-212 S-213 S-214 a retired UDA settles no more, running settlements finish, and then the delegation is revoked", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api);
  await control("POST", "/faults", { gate: "routing.provider", effect: "slow", params: { by: "5m" } });
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "30" });
  expect((await settlementOf(api, uda.id)).status).toBe("routing");
  const retired = await api.DELETE("/uda/{id}", { params: { path: { id: uda.id } } });
  expect(retired.data).toEqual({ success: true, message: "ok", data: null });
  expect(await delegationStatus(api, uda.id)).toBe("delegated");

  await sendToken(sandbox, { network: "base", asset: "USDC", to: uda.address, amount: "7" });
  await control("POST", "/clock/advance", { by: "10m" });

  expect(await settlementOf(api, uda.id)).toMatchObject({ status: "completed", routing: { time_ms: 300_000 } });
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(29_905_000n);
  expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(0n);
  expect(await tokenBalance(sandbox, "base", "USDC", uda.address)).toBe(7_000_000n);
  expect(await delegationStatus(api, uda.id)).toBe("revoked");
  for (const network of NETWORKS) {
    expect(await sandbox.chain(network).public.getCode({ address: uda.address }), network).toBeUndefined();
  }
});

test("S-171 S-274 the same owner again gets the existing record, unchanged, also when it is retired", async () => {
  const { api } = await aSandbox();
  const uda = await aUda(api);
  const again = () =>
    api.POST("/uda", {
      body: {
        owner: FIXTURES.merchant,
        destination: { address: `0x${"77".repeat(20)}`, asset_symbol: "USDT", network_id: "60" },
        accepted_tokens: ["USDT"],
      },
    });
  const first = await api.GET("/uda/{id}", { params: { path: { id: uda.id } } });
  const repeat = await again();
  expect(repeat.response.status).toBe(200);
  expect(repeat.data?.data).toMatchObject({
    id: uda.id,
    destination: uda.destination,
    deposit_addresses: uda.deposit_addresses,
  });
  await api.DELETE("/uda/{id}", { params: { path: { id: uda.id } } });
  const late = await again();
  expect(late.response.status).toBe(200);
  expect(late.data?.data).toMatchObject({ id: uda.id, status: "retired" });
  const last = await api.GET("/uda/{id}", { params: { path: { id: uda.id } } });
  expect(last.data?.data).toEqual({ ...first.data?.data, status: "retired", delegation_status: "revoked" });
});

test("S-223 H-25.4 a claim moves exactly its own amount: a failed deposit beside it stays", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api);
  await control("POST", "/faults", { gate: "routing.provider", effect: "refuse", times: 4 });
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "60" });
  await control("POST", "/clock/advance", { by: "10m" });
  expect((await settlementOf(api, uda.id)).status).toBe("failed");
  const sends = ["40", "25.5"].map((amount, from) =>
    sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount, from }),
  );
  await Promise.all(sends);
  await control("POST", "/run-until-idle");
  const all = await settlementsOf(api, uda.id);
  expect(all.map(({ status }) => status).toSorted()).toEqual(["completed", "completed", "failed"]);
  expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(60_000_000n);
  expect(await tokenBalance(sandbox, "polygon", "USDT", PLATFORM)).toBe(60_000n + 38_250n);
});

test("S-222 S-226 a deposit too small for the fees fails and is left untouched", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api);
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "0.05" });
  await control("POST", "/clock/advance", { by: "10m" });
  const settlement = await settlementOf(api, uda.id);
  expect(settlement).toMatchObject({ status: "failed", destination: { amount: "0", tx_hash: "", settled_at: null } });
  expect(settlement.error).toBe(
    "all provider attempts exhausted (lifi, relay): relay: the amount does not cover the fees",
  );
  expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(50_000n);
  expect(await settlementTransactions(api, settlement.id)).toEqual([]);
});
