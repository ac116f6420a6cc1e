// The Testcontainers class with a fake of that package (see the alias in vitest.config.ts), whose "container" is the shipped command.
import { expect, onTestFinished, test } from "vitest";
import { CryptoPaymentSandboxContainer } from "../../src/testing/container.ts";
import { engine } from "../support/clients/testcontainers.ts";

test("a started container gives its addresses and keys once it is healthy", async () => {
  const container = await new CryptoPaymentSandboxContainer("registry.example/sandbox:1")
    .withEnvironment({ SANDBOX_ADMIN_TOKEN: "open-sesame" })
    .start();
  onTestFinished(async () => void (await container.stop()));
  expect(engine).toEqual({
    images: ["registry.example/sandbox:1"],
    ports: [4010],
    waits: [{ path: "/healthz", port: 4010, status: 200 }],
  });
  const headers = { "X-API-Key": container.getApiKey() };
  const vaults = (await (await fetch(`${container.getApiBaseUrl()}/vault`, { headers })).json()) as any;
  expect(vaults.data[0].vault_id).toBe(container.getVaultId());
  const json = { "content-type": "application/json" };
  const rpc = { method: "POST", headers: json, body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}' };
  expect(await (await fetch(container.getRpcUrl("base"), rpc)).json()).toMatchObject({ result: "0x2105" });
  expect(() => container.getRpcUrl("solana")).toThrow("use one of ethereum, bsc, polygon, arbitrum, base");
  const sandbox = await container.connect();
  expect(await sandbox.control.get("/clock")).toMatchObject({ mode: "frozen" });
  expect(sandbox.apiKey).not.toBe(container.getApiKey());
  expect((await fetch(`${container.getAdminUrl()}/clock`)).status).toBe(401);
  expect(container.getAdminToken()).toBe("open-sesame");
  expect(container.getWebhookSecret()).toMatch(/^whsec_/);
  expect(container.getTenantId()).toMatch(/^[0-9a-f-]{36}$/);
});

test("options of start replace the default of a frozen clock", async () => {
  const container = await new CryptoPaymentSandboxContainer()
    .withStartOptions("--seed", "7", "--clock", "running")
    .start();
  onTestFinished(async () => void (await container.stop()));
  const status = await (await container.connect()).control.get<any>("/status");
  expect([status.seed, status.clock.mode]).toEqual([7, "running"]);
});
