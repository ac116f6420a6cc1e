// @ts-nocheck The package is installed only where this runs.
// The Testcontainers class against a running engine: `node container.mjs IMAGE`, beside an installed package and `testcontainers`.
import assert from "node:assert/strict";
import { CryptoPaymentSandboxContainer } from "crypto-payment-sandbox/testcontainers";

const [image] = process.argv.slice(2);
const container = await new CryptoPaymentSandboxContainer(image)
  .withEnvironment({ SANDBOX_ADMIN_TOKEN: "open-sesame" })
  .withStartOptions("--seed", "7", "--clock", "frozen")
  .start();
try {
  assert.equal(container.getAdminToken(), "open-sesame");
  const vault = await fetch(`${container.getApiBaseUrl()}/vault`, { headers: { "X-API-Key": container.getApiKey() } });
  assert.equal(vault.status, 200);
  const sandbox = await container.connect();
  const { data: wallet } = await sandbox.client.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await sandbox.deposit({ network: "base", asset: "USDC", amount: "25.5", owner: "alice" });
  const { data: deposits } = await sandbox.client.GET("/deposits");
  assert.equal(deposits.data[0].to_address, wallet.data.address);
  const chainId = await fetch(container.getRpcUrl("base"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }),
  });
  assert.equal((await chainId.json()).result, "0x2105");
  // Wherever the record stands: contract run plays this file under both readings.
  const destination = {
    address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    network_id: "9001",
    asset_symbol: "USDC",
  };
  const { data: uda } = await sandbox.client.POST("/uda", { body: { owner: "bob", destination } });
  assert.match((uda.data ?? uda).id, /^[0-9a-f-]{36}$/);
  await sandbox.stop();
} finally {
  await container.stop();
}
process.stdout.write("   a deposit into a container that Testcontainers started\n");
