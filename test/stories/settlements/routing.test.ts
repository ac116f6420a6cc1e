// Story (h): providers that refuse, fail, are slow or have no stock; the deposit is not touched until one delivers.
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { asTokenOwner } from "../../support/payments/a-payout.ts";
import { aUda, DESTINATION, sendToken, settlementOf, tokenBalance } from "../../support/payments/a-uda.ts";

type Event = { type: string; payload: { status?: string; error?: string; routing?: { provider: string } } };

/** A deposit of 100 USDT on Polygon for a UDA that pays USDC on Arbitrum. */
async function aDeposit(sandbox: ASandbox) {
  const uda = await aUda(sandbox.api);
  const hash = await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
  return { ...uda, hash };
}

async function settlementEvents(sandbox: ASandbox): Promise<Event[]> {
  const { items } = await sandbox.control("GET", "/events?limit=1000");
  return items.filter(({ type }: Event) => type.startsWith("uda."));
}

async function recordsOf({ api }: ASandbox, settlementId: string) {
  const { data } = await api.GET("/transactions", { params: { query: { "filter[]": [`source_id:${settlementId}`] } } });
  return data?.data ?? [];
}

/** Nothing left the deposit address and nothing reached the destination. */
async function expectUntouched(sandbox: ASandbox, address: Hex): Promise<void> {
  expect(await tokenBalance(sandbox, "polygon", "USDT", address)).toBe(100_000_000n);
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(0n);
}

test("S-218 S-219 H-25 refused twice, accepted at the third try: retrying is visible, 5 and 10 s apart, one created event", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  await control("POST", "/faults", { gate: "routing.provider", effect: "refuse", times: 2 });
  const uda = await aDeposit(sandbox);
  const none = { status: "retrying", error: "", fees: { total: "0" }, routing: { provider: "", time_ms: 0 } };
  expect(await settlementOf(api, uda.id)).toMatchObject(none);
  await control("POST", "/clock/advance", { by: 4_999 });
  expect((await control("GET", "/faults")).items).toMatchObject([{ hits: 1 }]);
  await control("POST", "/clock/advance", { by: 1 });
  expect((await control("GET", "/faults")).items).toMatchObject([{ hits: 2 }]);
  expect(await settlementOf(api, uda.id)).toMatchObject(none);
  await expectUntouched(sandbox, uda.address);
  expect(await settlementEvents(sandbox)).toEqual([]);
  await control("POST", "/clock/advance", { by: 9_999 });
  expect((await settlementOf(api, uda.id)).status).toBe("retrying");
  await control("POST", "/clock/advance", { by: 1 });
  expect(await settlementOf(api, uda.id)).toMatchObject({
    status: "completed",
    error: "",
    destination: { amount: "99800000" },
    routing: { provider: "lifi", time_ms: 15_000 },
  });
  expect((await settlementEvents(sandbox)).map(({ type, payload }) => [type, payload.status])).toEqual([
    ["uda.settlement.created", "created"],
    ["uda.settlement.completed", "completed"],
  ]);
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(99_800_000n);
  expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(0n);
});

test("S-222 S-223 S-224 S-225 S-226 all providers refuse: failed with its reason, one event, the deposit untouched", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  await control("POST", "/faults", { gate: "routing.provider", effect: "refuse", times: null });
  const uda = await aDeposit(sandbox);
  await control("POST", "/clock/advance", { by: "34s" });
  expect((await settlementOf(api, uda.id)).status).toBe("retrying");
  await control("POST", "/clock/advance", { by: "1s" });
  const settlement = await settlementOf(api, uda.id);
  expect(settlement).toMatchObject({
    status: "failed",
    error: "all provider attempts exhausted (lifi, relay): relay: the route was refused",
    destination: { amount: "0", tx_hash: "", settled_at: null },
    fees: { total: "0", platform: "0", provider: "0", fee_amount: "0" },
  });
  expect(await settlementEvents(sandbox)).toMatchObject([
    { type: "uda.settlement.failed", payload: { status: "failed", error: settlement.error } },
  ]);
  await expectUntouched(sandbox, uda.address);
  expect(await recordsOf(sandbox, settlement.id)).toEqual([]);
  // No job moves it any more, also when providers are back.
  await control("DELETE", "/faults");
  await control("POST", "/clock/advance", { by: "30d" });
  expect(await settlementOf(api, uda.id)).toEqual(settlement);
  const { data } = await api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: uda.hash } } });
  expect(data?.data.balance.raw).toBe(100_000_000);
});

test("H-25 a route that fails after it was accepted: one created event, then another provider delivers", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  await control("POST", "/faults", {
    gate: "routing.provider",
    effect: "fail",
    match: { provider: "lifi" },
    times: null,
  });
  const uda = await aDeposit(sandbox);
  expect(await settlementOf(api, uda.id)).toMatchObject({
    status: "retrying",
    routing: { provider: "" },
    fees: { total: "0" },
  });
  await expectUntouched(sandbox, uda.address);
  await control("POST", "/clock/advance", { by: "5s" });
  // Relay is one cent more expensive (H-29).
  expect(await settlementOf(api, uda.id)).toMatchObject({
    status: "completed",
    routing: { provider: "relay" },
    fees: { total: "210000", platform: "150000", provider: "60000", fee_amount: "210000" },
    destination: { amount: "99790000" },
  });
  expect((await settlementEvents(sandbox)).map(({ type, payload }) => [type, payload.routing?.provider])).toEqual([
    ["uda.settlement.created", "lifi"],
    ["uda.settlement.completed", "relay"],
  ]);
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(99_790_000n);
});

test("H-25.5 a slow provider takes virtual time, and time_ms says how much", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  await control("POST", "/faults", { gate: "routing.provider", effect: "slow", params: { by: "90s" } });
  const uda = await aDeposit(sandbox);
  await control("POST", "/clock/advance", { by: "89s" });
  expect(await settlementOf(api, uda.id)).toMatchObject({
    status: "routing",
    routing: { provider: "lifi", time_ms: 0 },
  });
  await expectUntouched(sandbox, uda.address);
  await control("POST", "/clock/advance", { by: "1s" });
  expect(await settlementOf(api, uda.id)).toMatchObject({ status: "completed", routing: { time_ms: 90_000 } });
});

test.each(["no-quote", "empty-stock"])("H-25 %s of one provider sends the next one", async (effect) => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const match = {
    provider: "lifi",
    scenario: "cross_chain_diff_token",
    from: "polygon",
    to: "arbitrum",
    asset: "USDT",
  };
  await control("POST", "/faults", { gate: "routing.provider", effect, match, times: null });
  const uda = await aDeposit(sandbox);
  expect((await settlementOf(api, uda.id)).status).toBe("retrying");
  await control("POST", "/clock/advance", { by: "5s" });
  expect(await settlementOf(api, uda.id)).toMatchObject({ status: "completed", routing: { provider: "relay" } });
});

test("H-25 a fault of another route changes nothing here", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const others = [
    { provider: "relay" },
    { from: "base" },
    { to: "polygon" },
    { asset: "USDC" },
    { scenario: "same_chain_diff_token" },
  ];
  for (const match of others) {
    await control("POST", "/faults", { gate: "routing.provider", effect: "refuse", match, times: null });
  }
  const uda = await aDeposit(sandbox);
  expect(await settlementOf(api, uda.id)).toMatchObject({ status: "completed", routing: { provider: "lifi" } });
});

test("S-266 H-29 a quote without any offer is 502; with one provider out the other's is returned", async () => {
  const { api, chain, control } = await aSandbox();
  const query = {
    from_chain_id: 137,
    from_token: chain("polygon").token("USDT"),
    to_chain_id: 42161,
    to_token: chain("arbitrum").token("USDC"),
    amount: "100000000",
  };
  const quote = () => api.GET("/uda/quote", { params: { query } });
  expect((await quote()).data?.data).toMatchObject({ to: { amount: "99800000" }, route: { provider: "lifi" } });
  await control("POST", "/faults", {
    gate: "routing.provider",
    effect: "no-quote",
    match: { provider: "lifi" },
    times: null,
  });
  expect((await quote()).data?.data).toMatchObject({ to: { amount: "99790000" }, route: { provider: "relay" } });
  await control("POST", "/faults", { gate: "routing.provider", effect: "no-quote", times: null });
  const none = await quote();
  expect([none.response.status, none.error]).toEqual([
    502,
    { success: false, code: 502, error: "No provider could produce a quote" },
  ]);
  await control("DELETE", "/faults");
  // A quote and the settlement of the same input agree (H-29).
  expect((await quote()).data?.data).toMatchObject({
    fees: { gas_fee: "50000", protocol_fee: "150000", total_fee: "200000" },
  });
  expect(
    (await api.GET("/uda/quote", { params: { query: { ...query, amount: "200000" } } })).data?.data.to.amount,
  ).toBe("149700");
  const small = await api.GET("/uda/quote", { params: { query: { ...query, amount: "50000" } } });
  expect(small.response.status).toBe(502);
});

test("R-100 the destination refuses the token: every fill reverts, the settlement fails, the deposit is untouched", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  await asTokenOwner(sandbox, { network: "arbitrum", asset: "USDC" }, "blacklist", [DESTINATION]);
  const uda = await aDeposit(sandbox);
  await control("POST", "/clock/advance", { by: "10m" });
  const settlement = await settlementOf(api, uda.id);
  expect(settlement).toMatchObject({ status: "failed", destination: { amount: "0", tx_hash: "" } });
  expect(settlement.error).toContain("the destination transaction reverted");
  const records = await recordsOf(sandbox, settlement.id);
  expect(records.map(({ status, type }) => [type, status])).toEqual(
    Array.from({ length: 4 }, () => ["settlement", "failed"]),
  );
  await expectUntouched(sandbox, uda.address);
  expect((await settlementEvents(sandbox)).map(({ type }) => type)).toEqual([
    "uda.settlement.created",
    "uda.settlement.failed",
  ]);
});
