// Playwright with its fixtures: one sandbox per worker, a new tenant for every test.

import { test as base, expect } from "@playwright/test";
import { type SandboxFixtures, sandboxFixtures } from "crypto-payment-sandbox/testing";

const test = base.extend<Pick<SandboxFixtures, "tenant">, Pick<SandboxFixtures, "sandbox">>(sandboxFixtures());

for (const owner of ["alice", "bob"]) {
  test(`a deposit of ${owner} is told to nobody but the test's own tenant`, async ({ tenant }) => {
    const hooks = await tenant.webhooks.receive({ types: ["deposit.confirmed"] });
    await tenant.client.POST("/wallets", { body: { owner, network_symbol: "base" } });
    await tenant.deposit({ network: "base", asset: "USDC", amount: "25.5", owner });
    const { payload } = await hooks.next();
    expect(payload).toMatchObject({ owner, symbol: "USDC" });
    const { data } = await tenant.client.GET("/wallets", {});
    expect(data?.data).toHaveLength(1);
  });
}
