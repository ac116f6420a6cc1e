// Vitest with its fixtures: one sandbox per worker, a new tenant for every test.
import { type SandboxFixtures, sandboxFixtures } from "crypto-payment-sandbox/testing";
import { test as base, expect, vi } from "vitest";

const test = base.extend<SandboxFixtures>(sandboxFixtures());
// The first test waits for the sandbox to start, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

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
