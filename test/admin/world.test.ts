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
  });
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
