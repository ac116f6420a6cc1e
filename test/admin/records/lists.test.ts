// Lists of all records over all tenants through the control API, against real chains.
import { beforeAll, expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault } from "../../support/payments/a-payout.ts";
import { aUda, DESTINATION, settlementsOf } from "../../support/payments/a-uda.ts";

const shared = sharedSandbox();
let udaId = "";
let payoutId = "";
let other: { tenant_id: string; api_key: string };

beforeAll(async () => {
  const { control, api, clientFor } = shared();
  other = await control("POST", "/tenants", { name: "other" });
  await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await clientFor(other.api_key).POST("/wallets", { body: { owner: "bob", network_symbol: "polygon" } });
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "25.5", owner: "alice" });
  udaId = (await aUda(api, { owner: "carol" })).id;
  await control("POST", "/deposits", { network: "polygon", asset: "USDT", amount: "100", owner: "carol" });
  await control("POST", "/run-until-idle", { advance: true });
  await aVault(shared(), { network: "base", asset: "USDC", amount: "50" });
  ({ id: payoutId } = await aPayout(shared(), {
    ...{ asset: "USDC", network_symbol: "base", amount: "10.25", reference_id: "order-77", to_address: DESTINATION },
  }));
});

const list = (path: string): Promise<{ items: any[]; next_before: string | null; next_after: string | null }> =>
  shared().control("GET", path);

test("a wallet of any tenant is listed with whose it is, newest first", async () => {
  const { items, next_before } = await list("/wallets");
  expect(next_before).toBe(null);
  expect(items).toMatchObject([
    { kind: "wallet", owner: "bob", network: "polygon", tenant_id: other.tenant_id, state: null, amount: null },
    { kind: "wallet", owner: "alice", network: "base", tenant_id: shared().ready.tenant_id },
  ]);
  expect((await list(`/wallets?tenant_id=${other.tenant_id}`)).items).toEqual([items[0]]);
  const first = await list("/wallets?limit=1");
  expect(first).toEqual({ items: [items[0]], next_before: items[0].id, next_after: null });
  const second = { items: [items[1]], next_before: null, next_after: null };
  expect(await list(`/wallets?limit=1&before=${first.next_before}`)).toEqual(second);
  const oldest = await list("/wallets?limit=1&order=oldest");
  expect(oldest).toEqual({ ...second, next_after: items[1].id });
  const next = await list(`/wallets?limit=1&order=oldest&after=${oldest.next_after}`);
  expect(next).toEqual({ items: [items[0]], next_before: null, next_after: null });
  const deposits = (await list("/deposits")).items;
  expect((await list("/deposits?order=oldest")).items).toEqual(deposits.toReversed());
  expect((await shared().admin("GET", "/wallets?order=upwards")).status).toBe(400);
  // The start of an address, in any case, and the start of an id.
  expect((await list(`/wallets?q=${items[1].address.slice(0, 12).toUpperCase().replace("0X", "0x")}`)).items).toEqual([
    items[1],
  ]);
  expect((await list("/wallets?q=ali")).items).toEqual([items[1]]);
});

test("a settlement is found by its deposit, its payment, its owner and its state", async () => {
  const [settlement] = (await list("/settlements")).items;
  expect(settlement).toMatchObject({
    ...{ kind: "settlement", owner: "carol", state: "completed", network: "polygon", symbol: "USDT" },
    ...{ amount: "100", raw: "100000000", error: null },
  });
  const [wire] = await settlementsOf(shared().api, udaId);
  const paid = wire?.destination.tx_hash ?? "";
  for (const query of [`q=${settlement.tx_id}`, `q=${paid.slice(0, 20)}`, "owner=carol", "state=completed&network=137"])
    expect((await list(`/settlements?${query}`)).items, query).toEqual([settlement]);
  for (const query of ["state=failed", "network=base", "owner=alice", `before=${settlement.id}`])
    expect((await list(`/settlements?${query}`)).items, query).toEqual([]);
  expect((await list("/udas?q=carol")).items).toMatchObject([
    { kind: "uda", id: udaId, state: "active", owner: "carol", network: "arbitrum", symbol: "USDC" },
  ]);
});

test("a payout is found by its reference, its hash and its receiver; its time is that of its last change", async () => {
  const [payout] = (await list("/payouts")).items;
  expect(payout).toMatchObject({
    ...{
      id: payoutId,
      kind: "payout",
      state: "confirmed",
      amount: "10.25",
      raw: "10250000",
      symbol: "USDC",
      network: "base",
    },
    ...{ reference_id: "order-77", owner: null, error: null },
  });
  expect(payout.address.toLowerCase()).toBe(DESTINATION);
  for (const query of [
    "q=order-7",
    `q=${payout.tx_id.slice(0, 30)}`,
    `q=${DESTINATION.toLowerCase()}`,
    "state=confirmed",
  ])
    expect((await list(`/payouts?${query}`)).items, query).toEqual([payout]);
  expect((await list("/payouts?q=order-8")).items).toEqual([]);
  const { data } = await shared().api.GET("/transfer/payout/{id}", { params: { path: { id: payout.id } } });
  expect(data?.data).toMatchObject({ confirmed_at: payout.updated_at });
});

test("transactions, vaults, deposits and claims of all tenants have the same filters", async () => {
  const transactions = (await list("/transactions")).items;
  expect(transactions.map(({ kind }) => kind)).toEqual(transactions.map(() => "transaction"));
  const [alices] = (await list("/transactions?owner=alice")).items;
  expect(alices).toMatchObject({ owner: "alice", state: "confirmed", amount: "25.5" });
  expect((await list(`/transactions?q=${alices.tx_id}`)).items).toEqual([alices]);
  expect((await list(`/vaults?q=${shared().ready.vault_id.slice(0, 34)}`)).items).toMatchObject([
    { kind: "vault", id: shared().ready.vault_id },
  ]);
  const deposits = await list("/deposits?q=ali");
  expect(deposits.items).toMatchObject([{ kind: "deposit", owner: "alice", amount: "25.5" }]);
  expect(deposits.items[0].updated_at).toBe(deposits.items[0].confirmed_at);
  const receiver = deposits.items[0].to_address.toLowerCase();
  expect((await list(`/deposits?q=${receiver}`)).items).toEqual(deposits.items);
  const [first, second] = (await list("/claims")).items;
  expect(first).toMatchObject({ kind: "sweep", owner: "carol", symbol: "USDT", amount: "100", state: "confirmed" });
  expect(second).toMatchObject({ kind: "delegation", owner: "carol", amount: null, created_at: null });
  const page = await list("/claims?limit=1");
  expect(page.items).toEqual([first]);
  expect((await list(`/claims?limit=1&before=${page.next_before}`)).items).toEqual([second]);
  // Oldest first it is the same list the other way round, with the step from delegations to sweeps in it.
  const all = (await list("/claims")).items;
  const upwards: unknown[] = [];
  for (let cursor = ""; ; ) {
    const { items, next_before, next_after } = await list(`/claims?limit=1&order=oldest${cursor}`);
    expect(next_before).toBe(null);
    upwards.push(...items);
    if (next_after === null) break;
    cursor = `&after=${encodeURIComponent(next_after)}`;
  }
  expect(upwards).toEqual(all.toReversed());
  expect((await list(`/claims?after=${encodeURIComponent(second.id)}`)).items).toContainEqual(first);
  expect((await list(`/claims?order=oldest&after=${first.id}`)).items).not.toContainEqual(second);
  expect((await list("/claims?owner=alice")).items).toEqual([]);
  expect((await list(`/claims?q=${first.tx_id}`)).items).toEqual([first]);
});

test("a time range is that of the ids, and its end is exclusive", async () => {
  const [bob, alice] = (await list("/wallets")).items;
  const range = async (query: string) => (await list(`/wallets?${query}`)).items.map(({ owner }) => owner);
  expect(await range(`from=${alice.created_at}`)).toEqual(["bob", "alice"]);
  expect(await range(`to=${alice.created_at}`)).toEqual([]);
  expect(await range("from=2100-01-01T00:00:00Z")).toEqual([]);
  expect(bob.created_at >= alice.created_at).toBe(true);
});

test("a filter that cannot be meant is refused in words, and a filter that a kind does not have is named", async () => {
  const { admin } = shared();
  const refused = async (path: string) => {
    const { status, body } = await admin("GET", path);
    expect(status, path).toBe(400);
    return body.error;
  };
  expect(await refused("/payouts?owner=ann")).toContain('unknown member "owner": known are tenant_id, network');
  expect(await refused("/wallets?network=bse")).toContain("use one of ethereum");
  expect(await refused("/wallets?from=2026-01-02T00:00:00Z&to=2026-01-02T00:00:00Z")).toContain("to: use a time after");
  await refused("/wallets?from=yesterday");
  await refused("/wallets?limit=201");
  await refused("/settlements?state=done");
});
