// Search: an exact id comes alone, everything else by the start of what a person has in hand.
import { expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault } from "../../support/payments/a-payout.ts";
import { statementsAsked } from "../../support/worlds/statements-asked.ts";

const shared = sharedSandbox();
const search = async (q: string, more = ""): Promise<{ items: any[]; truncated: boolean }> =>
  shared().control("GET", `/search?q=${encodeURIComponent(q)}${more}`);
const kinds = async (q: string): Promise<string[]> => (await search(q)).items.map(({ kind }) => kind);

test("an id, a hash, an address, an owner, a reference, a name and a number find what they belong to", async () => {
  const { control, api, ready } = shared();
  const { data } = await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  const wallet = data?.data;
  const { tx_id } = await control("POST", "/deposits", {
    network: "base",
    asset: "USDC",
    amount: "25.5",
    owner: "alice",
  });
  await aVault(shared(), { amount: "50" });
  const payout = await aPayout(shared(), { reference_id: "order-1" });
  await control("POST", "/run-until-idle", { advance: true });
  const [deposit] = (await control("GET", "/deposits?owner=alice")).items;

  expect(await search(deposit.id.toUpperCase())).toEqual({
    items: [
      {
        ...{ kind: "deposit", id: deposit.id, title: "25.5 USDC on base for alice", state: "confirmed" },
        ...{ tenant_id: ready.tenant_id, network: "base", path: `/admin/records/${deposit.id}/timeline` },
      },
    ],
    truncated: false,
  });
  expect(await kinds(tx_id)).toEqual(["deposit", "transaction"]);
  expect(await kinds(tx_id.slice(0, 12))).toEqual(["deposit", "transaction"]);
  expect(await kinds(wallet?.address ?? "")).toEqual(["deposit", "wallet", "transaction"]);
  expect(await kinds("alic")).toEqual(["deposit", "wallet", "transaction"]);
  expect((await search("order-")).items).toMatchObject([
    { kind: "payout", id: payout.id, title: expect.stringContaining("order-1") },
  ]);
  expect((await search(deposit.block_hash.slice(0, 14))).items).toMatchObject([
    { kind: "block", network: "base", state: "canonical", path: `/explorer/base/block/${deposit.block_number}` },
  ]);
  expect((await search(ready.tenant_id)).items).toMatchObject([{ kind: "tenant", title: "default" }]);
  expect(await kinds("defa")).toEqual(["tenant"]);
  const [event] = (await control("GET", "/events?type=deposit.new")).items;
  const byNumber = await search(String(event.sequence));
  expect(byNumber.items[0]).toMatchObject({ kind: "event", path: `/admin/records/${deposit.id}/timeline` });
  expect((await search(event.id.slice(0, 30))).items).toMatchObject([{ kind: "event", id: String(event.sequence) }]);
  const [request] = (await control("GET", "/requests?operation_id=createPayout")).items;
  expect((await search(request.request_id)).items).toMatchObject([
    { kind: "request", state: "201", path: `/admin/requests/${request.request_id}` },
  ]);
});

test("what nothing has or begins with finds nothing; a short start of an id or a hash is no match for all of them", async () => {
  for (const q of ["nothing", "0x", "0x1", "019b", " ", "'", "%", "💥", "999999999999999"])
    expect(await search(q), q).toEqual({ items: [], truncated: false });
  expect((await shared().admin("GET", "/search")).status).toBe(400);
  expect((await shared().admin("GET", "/search?q=")).status).toBe(400);
});

test("more than the limit is said, and a limit cuts", async () => {
  for (let at = 0; at < 4; at += 1)
    await shared().api.POST("/wallets", { body: { owner: `many-${at}`, network_symbol: "base" } });
  const { items, truncated } = await search("many-", "&limit=3");
  expect([items.length, truncated]).toEqual([3, true]);
  expect((await search("many-", "&limit=4")).truncated).toBe(false);
});

test("no search reads a table from end to end", async () => {
  const { store } = shared();
  const asked = statementsAsked();
  // As the monitor does in the background, whenever it gets to it.
  await shared().control("GET", "/invariants");
  for (const q of ["0x12345678", "019b76da-a800", "alice", "7"]) await search(q);
  expect(asked.size).toBeGreaterThan(20);
  for (const [sql, parameters] of [...asked]) {
    if (!/^\s*select/i.test(sql)) continue;
    const plan = store.all<{ detail: string }>(`explain query plan ${sql}`, parameters as never);
    expect(
      plan.filter(({ detail }) => /^SCAN (?!json_each|world|setting)/.test(detail)),
      sql,
    ).toEqual([]);
  }
});
