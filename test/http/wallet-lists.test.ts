// Wallets by id and the list of all assigned wallets through HTTP (H-58, H-59, K-9, K-10).
import { beforeEach, describe, expect, test } from "vitest";
import { addressesOfHolder, gasStationOn } from "../../src/domain/address/store.ts";
import { aBalance, aTenant } from "../support/worlds/a-bare-world.ts";
import { aService, type Service } from "./a-service.ts";

let service: Service;
beforeEach(() => {
  service = aService();
});

const problem = (code: number, error: string) => ({ success: false, code, error });
type Wallet = { id: string; address: string; network_id: string; network_symbol: string };

async function aWallet(owner = "ann", network = "ethereum"): Promise<Wallet> {
  service.world.clock.moveTo(service.world.clock.now() + 1_000);
  return (await service.post("/v1/wallets", { owner, network_symbol: network })).body.data;
}

describe("a wallet by its id", () => {
  test("is the same as by its address (S-415, H-58)", async () => {
    const { id, address } = await aWallet();
    aBalance(service.world, "ethereum", address, "USDC", 25_500_000n);
    const byId = await service.get(`/v1/wallets/${id}`);
    expect(byId.status).toBe(200);
    expect(byId.body.data).toMatchObject({ address, owner: "ann" });
    expect(byId.body.data.balances[1].balance).toEqual({ amount: "25.5", raw: "25500000", usd: "25.50" });
    expect(byId.body).toEqual((await service.get(`/v1/wallets/address/${address}`)).body);
  });

  test("is not found under other ids: vault address, gas station, deposit address, address text, another tenant's", async () => {
    const { db } = service.world;
    const { id, address } = await aWallet();
    const destination = { address: `0x${"ab".repeat(20)}`, asset_symbol: "USDC", network_id: "60" };
    const uda = (await service.post("/v1/uda", { owner: "ann", destination })).body.data;
    const others = [
      addressesOfHolder(db, service.vaultId)[0]!.id,
      gasStationOn(db, service.tenantId, "base")!.id,
      addressesOfHolder(db, uda.id)[0]!.id,
      ...[address, "owner", "does-not-exist"],
    ];
    for (const other of others)
      expect((await service.get(`/v1/wallets/${other}`)).body, other).toEqual(problem(404, "Wallet not found"));
    const otherTenant = aTenant(service.world, { name: "other" });
    const theirs = await service.get(`/v1/wallets/${id}`).set("X-API-Key", otherTenant.apiKey);
    expect(theirs.body).toEqual(problem(404, "Wallet not found"));
  });

  test.each(["", "%20", "a'b", "x".repeat(129)])("%j is malformed (K-2)", async (id) => {
    expect((await service.get(`/v1/wallets/${id}`)).body).toEqual(problem(400, "Invalid request parameters"));
  });
});

describe("the list of assigned wallets", () => {
  test("is newest first and pages like every page list (S-416, H-59, K-9)", async () => {
    const made = [await aWallet("ann"), await aWallet("bob", "base"), await aWallet("ann", "polygon")];
    const all = await service.get("/v1/wallets");
    // H-88: this list alone says whose each wallet is.
    const owned = made.map((wallet, index) => ({ ...wallet, owner: ["ann", "bob", "ann"][index] }));
    expect(all.body.data).toEqual(owned.toReversed());
    expect(Object.keys(all.body.data[0])).toEqual(["id", "address", "network_id", "network_symbol", "owner"]);
    expect((await service.get("/v1/wallets/owner/bob")).body.data).toEqual([made[1]]);
    expect(all.body.pagination).toEqual({
      ...{ page: 1, limit: 20, total_items: 3, total_pages: 1, has_next: false, has_prev: false },
    });
    const second = await service.get("/v1/wallets?limit=2&page=2");
    expect(second.body.data).toEqual([owned[0]]);
    expect(second.body.pagination).toMatchObject({ total_pages: 2, has_next: false, has_prev: true });
    expect((await service.get("/v1/wallets?page=9")).body).toMatchObject({ data: [], pagination: { total_items: 3 } });
  });

  test("holds user wallets of the tenant only, none when nothing was assigned", async () => {
    expect((await service.get("/v1/wallets")).body.data).toEqual([]);
    await aWallet();
    const otherTenant = aTenant(service.world, { name: "other" });
    expect((await service.get("/v1/wallets").set("X-API-Key", otherTenant.apiKey)).body.data).toEqual([]);
  });

  test("is filtered by each of its fields, plainly and by filter[] (S-417, K-10)", async () => {
    const [ann, bob] = [await aWallet("ann"), await aWallet("bob", "base")];
    const made = new Date(service.world.clock.now()).toISOString();
    const ids = async (query: string) =>
      (await service.get(`/v1/wallets?${query}`)).body.data.map(({ id }: Wallet) => id);
    for (const query of [
      ...["owner=bob", "filter[]=owner:bob", "filter%5B%5D=owner:eq:bob", "filter=owner:in:bob,carl"],
      ...["network_id=8453", "network_symbol=BASE", "filter[]=network_symbol:like:as", `id=${bob.id}`],
      ...[`address=${bob.address.toLowerCase()}`, `address=0x${bob.address.slice(2).toUpperCase()}`],
      ...[`created_at=${made}`, `filter[]=created_at:gte:${made}`, "filter[]=owner:ne:ann"],
    ])
      expect(await ids(query), query).toEqual([bob.id]);
    expect(await ids(`owner=ann&network_id=60`)).toEqual([ann.id]);
    expect(await ids("owner=ann&network_id=8453")).toEqual([]);
    expect(await ids("owner=ANN")).toEqual([]);
  });

  test("is sorted by each of its fields (S-417, K-10)", async () => {
    const made = [await aWallet("b", "polygon"), await aWallet("a", "bsc"), await aWallet("b", "ethereum")];
    const order = async (sort: string) =>
      (await service.get(`/v1/wallets?${sort}`)).body.data.map(({ id }: Wallet) =>
        made.findIndex((row) => row.id === id),
      );
    expect(await order("sort[]=created_at:asc")).toEqual([0, 1, 2]);
    expect(await order("sort=network_id")).toEqual([2, 0, 1]);
    expect(await order("sort[]=owner:asc&sort[]=created_at:desc")).toEqual([1, 2, 0]);
    expect(await order("sort[]=owner:desc")).toEqual([2, 0, 1]);
    expect(await order("sort[]=id:desc")).toEqual([2, 1, 0]);
    const byAddress = (await service.get("/v1/wallets?sort[]=address:asc")).body.data.map(({ address }: Wallet) =>
      address.toLowerCase(),
    );
    expect(byAddress).toEqual(byAddress.toSorted());
  });

  test.each([
    ...["limit=0", "limit=101", "page=0", "page=1.5", "limit=1e1", "filter[]=colour:red", "sort[]=colour"],
    ...["sort[]=owner:up", "filter[]=owner", "filter[]=owner:", "filter[]=owner:gt:a", "created_at=yesterday"],
  ])("?%s is malformed", async (query) => {
    expect((await service.get(`/v1/wallets?${query}`)).body).toEqual(problem(400, "Invalid query parameters"));
  });

  test("walks an index in its default order", () => {
    const plan = service.world.db.all<{ detail: string }>(
      `explain query plan select * from address where tenant_id = 't' and category = 'user'
       order by created_at desc, id desc limit 20`,
    );
    expect(plan.map(({ detail }) => detail)).toEqual([
      "SEARCH address USING INDEX address_by_tenant (tenant_id=? AND category=?)",
    ]);
  });
});
