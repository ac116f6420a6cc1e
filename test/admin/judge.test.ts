// POST /admin/judge: what an app's books have to agree with, in one answer (U-62).
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aPayout, aVault } from "../support/payments/a-payout.ts";
import { aUda, sendToken } from "../support/payments/a-uda.ts";
import { anEndpoint } from "../support/payments/a-webhook.ts";

const deposit = { network: "base", asset: "USDC", amount: "5" };

test("deposits of the owners by state, with base units and the place in their transaction", async () => {
  const sandbox = await aSandbox();
  for (const owner of ["alice", "bob", "carol"])
    await sandbox.api.POST("/wallets", { body: { owner, network_symbol: "base" } });
  await sandbox.control("POST", "/deposits", { ...deposit, owner: "alice" });
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  await sandbox.control("POST", "/deposits", { ...deposit, owner: "alice", amount: "6" });
  await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
  await sandbox.control("POST", "/networks/base/reorg", { depth: 1, transactions: "drop" });
  await sandbox.control("POST", "/deposits", { ...deposit, owner: "bob", amount: "0.000001" });
  await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
  await sandbox.control("POST", "/deposits", { ...deposit, owner: "carol" });
  const { deposits, cut, tenant_id } = await sandbox.control("POST", "/judge", { owners: ["alice", "bob", "alice"] });
  expect(tenant_id).toBe(sandbox.ready.tenant_id);
  expect(deposits.confirmed).toMatchObject([
    { owner: "alice", network: "base", symbol: "USDC", amount: "5", raw: "5000000" },
  ]);
  expect(deposits.orphaned).toMatchObject([{ owner: "alice", amount: "6" }]);
  expect(deposits.seen).toMatchObject([{ owner: "bob", amount: "0.000001", raw: "1" }]);
  expect(cut).toEqual([]);
  const { items } = await sandbox.control("GET", "/deposits?owner=alice&state=confirmed");
  expect(deposits.confirmed[0]).toMatchObject({ id: items[0].id, tx_id: items[0].tx_id, ordinal: items[0].ordinal });
});

test("payouts and dead deliveries are those after the cursors of the answer before; open deliveries are counted", async () => {
  const sandbox = await aSandbox();
  await aVault(sandbox, { amount: "100" });
  await anEndpoint(sandbox, { types: ["address.assigned"], answer: () => 500 });
  const owners = ["alice"];
  const before = await sandbox.control("POST", "/judge", { owners });
  const paid = await aPayout(sandbox);
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  const between = await sandbox.control("POST", "/judge", { owners, after: before.cursors });
  expect([between.open_deliveries, between.dead_deliveries]).toEqual([1, []]);
  expect(between.payouts).toMatchObject([{ id: paid.id, reference_id: "order-1", status: "confirmed", amount: "10" }]);
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1h" });
  const after = await sandbox.control("POST", "/judge", { owners, after: { ...between.cursors, delivery: 0 } });
  expect(after.payouts).toEqual([]);
  expect(after.dead_deliveries).toMatchObject([{ type: "address.assigned", attempts: 6 }]);
  expect(after.open_deliveries).toBe(0);
  const later = await sandbox.control("POST", "/judge", { owners, after: after.cursors });
  expect(later.dead_deliveries).toEqual([]);
  expect(later.cursors.request).toBeGreaterThan(after.cursors.request);
});

test("settlements: what was paid and what arrived", async () => {
  const sandbox = await aSandbox();
  const uda = await aUda(sandbox.api, { owner: "dora" });
  await sendToken(sandbox, { network: "base", asset: "USDC", to: uda.address, amount: "20" });
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1h" });
  const { settlements, deposits } = await sandbox.control("POST", "/judge", { owners: ["dora"] });
  expect(settlements).toMatchObject([
    { owner: "dora", uda_id: uda.id, status: "completed", source: { network: "base", symbol: "USDC", amount: "20" } },
  ]);
  expect(settlements[0].deposit_id).toBe(deposits.confirmed[0].id);
  expect(settlements[0].destination).toMatchObject({ network: "arbitrum", symbol: "USDC" });
  expect(BigInt(settlements[0].destination.raw)).toBeGreaterThan(0n);
});

test("another tenant's records stay out; unknown tenants and too many owners are refused", async () => {
  const sandbox = await aSandbox();
  const other = await sandbox.control("POST", "/tenants", { name: "other" });
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await sandbox.control("POST", "/deposits", { ...deposit, owner: "alice" });
  const { deposits } = await sandbox.control("POST", "/judge", { owners: ["alice"], tenant_id: other.tenant_id });
  expect(deposits).toEqual({ seen: [], confirmed: [], orphaned: [] });
  expect((await sandbox.admin("POST", "/judge", { owners: ["alice"], tenant_id: "nobody" })).status).toBe(404);
  const many = Array.from({ length: 101 }, (_, index) => `owner-${index}`);
  expect((await sandbox.admin("POST", "/judge", { owners: many })).status).toBe(400);
});
