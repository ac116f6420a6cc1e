// One tenant with what belongs to it, and its changes: each number is the one that the service and the chain have.
import { erc20Abi } from "viem";
import { expect, test } from "vitest";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { minuteAlignedClock } from "../../src/scenario/minute-aligned-clock.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { aVault } from "../support/payments/a-payout.ts";

test("a tenant is shown with its window, its money in the books and on the chain, pools, endpoints and keys, without secrets", async () => {
  const sandbox = await aSandbox({}, undefined, { wall: minuteAlignedClock(systemClock) });
  const { ready, control, api } = sandbox;
  const path = `/tenants/${ready.tenant_id}`;
  const vault = await aVault(sandbox, { network: "ethereum", asset: "USDT", amount: "12.5" });
  await control("PUT", `${path}/wallet-pool`, { network: "base", remaining: 3 });
  const endpoint = await control("POST", `${path}/webhook-endpoints`, { url: "http://127.0.0.1:39999/hooks" });
  const revoked = await control("POST", `${path}/keys`);
  await control("DELETE", `${path}/keys/${revoked.key_id}`);
  await api.GET("/vault");
  const tenant = await control("GET", path);
  expect(tenant).toMatchObject({
    tenant_id: ready.tenant_id,
    name: "default",
    tier: "enterprise",
    rate_limit: 100_000,
  });
  const answer = await api.GET("/vault");
  const left = Number(answer.response.headers.get("x-ratelimit-remaining"));
  expect(tenant.window.remaining).toBe(left + 1);
  expect(Date.parse(tenant.window.reset_at) / 1_000).toBe(Number(answer.response.headers.get("x-ratelimit-reset")));
  const usdt = tenant.vaults[0].balances.find(
    ({ network, symbol }: any) => network === "ethereum" && symbol === "USDT",
  );
  const chain = sandbox.chain("ethereum");
  const onChain = await chain.public.readContract({
    ...{ abi: erc20Abi, address: chain.token("USDT"), functionName: "balanceOf", args: [vault] },
  });
  expect(usdt).toEqual({
    ...{ network: "ethereum", symbol: "USDT", address: vault, books: "12.5", held: "0", on_chain: "12.5" },
  });
  expect(onChain).toBe(12_500_000n);
  expect(tenant.wallet_pools).toContainEqual({ network: "base", remaining: 3 });
  expect(new Set(tenant.gas_stations.map(({ network }: any) => network)).size).toBe(tenant.gas_stations.length);
  expect(tenant.gas_stations[0]).toMatchObject({ books: expect.stringMatching(/^\d/), held: "0" });
  const { secret, ...shown } = endpoint;
  expect(tenant.endpoints).toEqual([shown]);
  expect(tenant.keys.map(({ key_id, remaining }: any) => [key_id === revoked.key_id, remaining === null])).toEqual([
    [false, false],
    [true, true],
  ]);
  for (const hidden of [secret, ready.api_key, revoked.api_key]) expect(JSON.stringify(tenant)).not.toContain(hidden);
});

test("another tier comes with its limit, a limit of its own stays, and both hold from the next request on", async () => {
  const sandbox = await aSandbox();
  const { tenant_id, api_key } = await sandbox.control("POST", "/tenants", { name: "shop", tier: "pro" });
  const path = `/tenants/${tenant_id}`;
  const limit = async (): Promise<string | null> =>
    (await sandbox.clientFor(api_key).GET("/vault")).response.headers.get("x-ratelimit-limit");
  expect(await limit()).toBe("1000");
  expect(await sandbox.control("PATCH", path, { tier: "standard" })).toMatchObject({ rate_limit: 100, name: "shop" });
  expect(await limit()).toBe("100");
  const renamed = await sandbox.control("PATCH", path, { name: "till", rate_limit: 1 });
  expect(renamed).toMatchObject({ name: "till", tier: "standard", rate_limit: 1, window: { remaining: 0 } });
  expect((await sandbox.clientFor(api_key).GET("/vault")).response.status).toBe(429);
  expect(await sandbox.control("PATCH", path, { tier: "enterprise", rate_limit: 7 })).toMatchObject({ rate_limit: 7 });
  expect((await sandbox.control("GET", "/tenants")).items.at(-1)).toMatchObject({ name: "till", rate_limit: 7 });
});

test("the limit of the default tenant is that of clients without a key", async () => {
  const sandbox = await aSandbox();
  await sandbox.control("PATCH", `/tenants/${sandbox.ready.tenant_id}`, { rate_limit: 41 });
  const answer = await fetch(`${sandbox.ready.api_base_url}/vault`);
  expect([answer.status, answer.headers.get("x-ratelimit-limit")]).toEqual([401, "41"]);
});

test("bad input and unknown tenants are refused, and change nothing", async () => {
  const sandbox = await aSandbox();
  const path = `/tenants/${sandbox.ready.tenant_id}`;
  const before = (await sandbox.control("GET", "/tenants")).items;
  for (const bad of [
    {},
    { name: "" },
    { name: "a\u0000" },
    { tier: "gold" },
    { rate_limit: 0 },
    { rate_limit: 1.5 },
    { number: 2 },
  ])
    expect((await sandbox.admin("PATCH", path, bad)).status, JSON.stringify(bad)).toBe(400);
  for (const method of ["GET", "PATCH"]) {
    const answer = await sandbox.admin(method, "/tenants/nobody", method === "PATCH" ? { name: "x" } : undefined);
    expect([answer.status, answer.body.details.known.length]).toEqual([404, 1]);
  }
  expect((await sandbox.control("GET", "/tenants")).items).toEqual(before);
});
