// Tenants: each test suite can have one of its own, isolated from the others.
import { expect, test } from "vitest";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { minuteAlignedClock } from "../../src/scenario/minute-aligned-clock.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";

test("a new tenant has key, vault and tier, and sees no data of the others", async () => {
  const sandbox = await aSandbox();
  const made = await sandbox.admin("POST", "/tenants", { name: "shop", tier: "standard" });
  expect(made).toMatchObject({ status: 201, body: { data: { name: "shop", tier: "standard", rate_limit: 100 } } });
  const { tenant_id, api_key, vault_id } = made.body.data;
  const vaults = await sandbox.clientFor(api_key).GET("/vault");
  expect(vaults.data?.data.map(({ id }) => id)).toEqual([vault_id]);
  expect(vaults.response.headers.get("x-ratelimit-limit")).toBe("100");
  const { items } = await sandbox.control("GET", "/tenants");
  expect(items.map((tenant: { tenant_id: string }) => tenant.tenant_id)).toEqual([sandbox.ready.tenant_id, tenant_id]);
});

test("a tenant's own rate limit applies, and its window can be reset", async () => {
  const sandbox = await aSandbox({}, undefined, { wall: minuteAlignedClock(systemClock) });
  const { tenant_id, api_key } = await sandbox.control("POST", "/tenants", { name: "narrow", rate_limit: 2 });
  const ask = async () => (await sandbox.clientFor(api_key).GET("/vault")).response.status;
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  expect((await sandbox.admin("POST", `/tenants/${tenant_id}/rate-limit/reset`)).status).toBe(200);
  expect(await ask()).toBe(200);
});

test("H-85 one call opens all windows, those of clients without a key as well", async () => {
  const sandbox = await aSandbox({ tier: "standard" }, undefined, { wall: minuteAlignedClock(systemClock) });
  const { api_key } = await sandbox.control("POST", "/tenants", { name: "narrow", rate_limit: 1 });
  const keyed = async () => (await sandbox.clientFor(api_key).GET("/vault")).response.status;
  const keyless = async () =>
    (await fetch(`${sandbox.url}/v1/uda/supported-assets`)).headers.get("x-ratelimit-remaining");
  expect([await keyed(), await keyed(), await keyless(), await keyless()]).toEqual([200, 429, "99", "98"]);
  const reply = await sandbox.admin("POST", "/rate-limit/reset", {});
  expect([reply.status, reply.body.data]).toEqual([200, {}]);
  expect([await keyed(), await keyless()]).toEqual([200, "99"]);
});

test("further keys open the same tenant until they are revoked; the list never shows them", async () => {
  const sandbox = await aSandbox();
  const { tenant_id } = sandbox.ready;
  const made = await sandbox.admin("POST", `/tenants/${tenant_id}/keys`);
  expect(made.status).toBe(201);
  const { key_id, api_key } = made.body.data;
  const ask = async () => (await sandbox.clientFor(api_key).GET("/vault")).response.status;
  expect(await ask()).toBe(200);
  const listed = await sandbox.control("GET", `/tenants/${tenant_id}/keys`);
  expect(listed.items).toHaveLength(2);
  expect(JSON.stringify(listed)).not.toContain(api_key);
  await sandbox.control("DELETE", `/tenants/${tenant_id}/keys/${key_id}`);
  expect(await ask()).toBe(401);
  expect((await sandbox.admin("DELETE", `/tenants/${tenant_id}/keys/${key_id}`)).status).toBe(404);
});

test("deleting a tenant ends its keys and endpoints at once", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver(() => 500);
  const { tenant_id, api_key } = await sandbox.control("POST", "/tenants", { name: "gone" });
  await sandbox.control("POST", `/tenants/${tenant_id}/webhook-endpoints`, { url: receiver.url });
  await sandbox.clientFor(api_key).POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } });
  await sandbox.control("POST", "/run-until-idle");
  await sandbox.control("DELETE", `/tenants/${tenant_id}`);
  expect((await sandbox.clientFor(api_key).GET("/vault")).response.status).toBe(401);
  expect((await sandbox.admin("DELETE", `/tenants/${tenant_id}`)).status).toBe(404);
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  expect(receiver.received).toHaveLength(1);
  expect((await sandbox.control("GET", "/deliveries?state=dead")).items).toHaveLength(1);
});

test("a drained wallet pool has no wallet left, a refilled one continues with new addresses", async () => {
  const sandbox = await aSandbox();
  const pool = `/tenants/${sandbox.ready.tenant_id}/wallet-pool`;
  const assign = () => sandbox.api.POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } });
  const first = await assign();
  expect(await sandbox.control("PUT", pool, { network: "base", remaining: 0 })).toMatchObject({
    network: "base",
    remaining: 0,
  });
  expect((await assign()).response.status).toBe(404);
  await sandbox.control("PUT", pool, { network: 8453, remaining: 1 });
  const second = await assign();
  expect(second.data?.data.address).not.toBe(first.data?.data.address);
  expect((await assign()).response.status).toBe(404);
  expect((await sandbox.admin("PUT", pool, { network: "solana", remaining: 1 })).status).toBe(400);
});
