// Operations on the sandbox as one: status and reset.
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";

test("status shows version, seed, clock, networks, tenants, pending work and faults", async () => {
  const sandbox = await aSandbox({ seed: 7 });
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  await sandbox.control("POST", "/faucet", {
    network: "base",
    asset: "USDC",
    to_address: `0x${"a".repeat(40)}`,
    amount: "1",
  });
  expect(await sandbox.control("GET", "/status")).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    seed: 7,
    environment: "sandbox",
    clock: { mode: "frozen" },
    tenants: [{ tenant_id: sandbox.ready.tenant_id, name: "default", tier: "enterprise", rate_limit: 100_000 }],
    pending: { waiting_transactions: 1, events_to_announce: false },
    faults: [],
    counts: { deliveries_due: 0, deliveries_dead: 0, payouts_open: 0, requests: 2, findings: 0 },
  });
});

test("what is counted in the status is what the lists show", async () => {
  const sandbox = await aSandbox();
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  await sandbox.control("PUT", "/networks/base/confirmations", { blocks: 3 });
  await sandbox.api.POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } });
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", owner: "user_1" });
  await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
  const { counts } = await sandbox.control("GET", "/status");
  const seen = (await sandbox.control("GET", "/deposits?state=seen")).items.length;
  const kept = (await sandbox.control("GET", "/requests?limit=200")).items.length;
  expect([counts.deposits_seen, counts.requests]).toEqual([seen, kept - 2]);
  expect(seen).toBe(1);
  await sandbox.control("POST", "/networks/base/mine", { blocks: 2 });
  expect((await sandbox.control("GET", "/status")).counts.deposits_seen).toBe(0);
});

test("after a reset the same calls give the same world, bytes and hashes included", async () => {
  const sandbox = await aSandbox();
  const calls = async () => {
    const made = await sandbox.control("POST", "/tenants", { name: "shop" });
    const wallet = await sandbox.api.POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } });
    const paid = await sandbox.control("POST", "/deposits", {
      network: "base",
      asset: "USDC",
      amount: "5",
      owner: "user_1",
    });
    const { items } = await sandbox.control("GET", "/events");
    const { networks } = await sandbox.control("GET", "/status");
    return { made, wallet: wallet.data, paid, items, networks };
  };
  const first = await calls();
  await sandbox.control("POST", "/clock/advance", { by: "30d" });
  const again = await sandbox.control("POST", "/reset");
  expect(again).toMatchObject({
    clock: { now: "2026-01-01T00:00:00.000Z" },
    tenants: [{ name: "default" }],
    faults: [],
  });
  expect(await calls()).toEqual(first);
});
