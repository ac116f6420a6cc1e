// A tenant of the test library on its own: deposits and faults that no other suite of the same sandbox notices.
import { expect, expectTypeOf, onTestFinished, test } from "vitest";
import { startSandbox, type TenantFaultInput, type TestTenant } from "../../src/testing/testing.ts";

async function aSandbox() {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

const aWallet = ({ client }: TestTenant) =>
  client.POST("/wallets", { body: { owner: "customer-1", network_symbol: "base" } });

test("a fault of a tenant acts on this tenant alone, and ends with its block", async () => {
  const sandbox = await aSandbox();
  const [shop, bar] = [await sandbox.tenant("shop"), await sandbox.tenant("bar")];
  const vaultOf = async ({ client }: TestTenant) => (await client.GET("/vault")).response.status;
  {
    await using fault = await shop.fault({
      gate: "api.request",
      effect: "status",
      match: { operation_id: "listVaults" },
      times: null,
      params: { status: 500 },
    });
    expect(fault.match).toEqual({ operation_id: "listVaults", tenant_id: shop.id });
    expect([await vaultOf(bar), await vaultOf(shop), await vaultOf(bar)]).toEqual([200, 500, 200]);
  }
  expect(await vaultOf(shop)).toBe(200);
});

test("webhooks of one tenant fail while those of another arrive", async () => {
  const sandbox = await aSandbox();
  const [shop, bar] = [await sandbox.tenant("shop"), await sandbox.tenant("bar")];
  const [shopHooks, barHooks] = [await shop.webhooks.receive(), await bar.webhooks.receive()];
  await shop.fault({ gate: "webhook.delivery", effect: "drop", times: 6 });
  await aWallet(shop);
  await aWallet(bar);
  await sandbox.advance("1h");
  expect([shopHooks.received.length, barHooks.received.length]).toEqual([0, 1]);
});

test("a tenant's deposit reaches its own customer, also when another tenant has one of the same name", async () => {
  const sandbox = await aSandbox();
  const [shop, bar] = [await sandbox.tenant("shop"), await sandbox.tenant("bar")];
  await aWallet(shop);
  await aWallet(bar);
  const { tx_id } = await shop.deposit({ network: "base", asset: "USDC", amount: "25.5", owner: "customer-1" });
  expect((await shop.events.next("deposit.confirmed")).payload.tx_id).toBe(tx_id);
  expect(await bar.events.all({ type: "deposit.confirmed" })).toEqual([]);
});

test("an amount is text in whole units, or a bigint of base units, which 18 decimals do not round", async () => {
  const sandbox = await aSandbox();
  const shop = await sandbox.tenant("shop");
  await aWallet(shop);
  const base = { network: "base", owner: "customer-1" } as const;
  await shop.deposit({ ...base, asset: "ETH", amount: 1_123456789012345678n });
  await shop.deposit({ ...base, asset: "USDC", amount: 25_500_000n });
  const amounts = (await shop.events.all({ type: "deposit.confirmed" })).map(({ payload }) => payload.balance.amount);
  expect(amounts).toEqual(["1.123456789012345678", "25.5"]);
  const chain = sandbox.chain("base");
  const receiver = "0x00000000000000000000000000000000000abcd1";
  await sandbox.faucet({ network: "base", asset: "ETH", amount: 7n, to: receiver });
  await chain.pay({ asset: "ETH", amount: 3n, to: receiver });
  expect(await chain.public.getBalance({ address: receiver })).toBe(10n);
});

test("base units of an asset that the library does not know are refused, with the assets it knows", async () => {
  const sandbox = await aSandbox();
  const given = {
    network: "base",
    asset: "DOGE" as never,
    amount: 1n,
    to: "0x00000000000000000000000000000000000abcd1",
  } as const;
  await expect(sandbox.deposit(given)).rejects.toThrow("base has no asset DOGE: it has ETH, USDC");
  await expect(sandbox.deposit({ ...given, network: "solana" as never })).rejects.toThrow("use one of ethereum");
});

test("a tenant's fault takes only gates that know a tenant, and never another tenant", () => {
  expectTypeOf<{ gate: "price.feed"; effect: "unavailable" }>().toExtend<TenantFaultInput>();
  expectTypeOf<{ gate: "api.request"; effect: "status"; params: { status: 500 } }>().toExtend<TenantFaultInput>();
  expectTypeOf<{ gate: "chain.mine"; effect: "halt" }>().not.toExtend<TenantFaultInput>();
  expectTypeOf<{ gate: "rpc.request"; effect: "close" }>().not.toExtend<TenantFaultInput>();
  expectTypeOf<{
    gate: "price.feed";
    effect: "unavailable";
    match: { tenant_id: "a" };
  }>().not.toExtend<TenantFaultInput>();
});
