// Sections 28, 29 and 30, and parts of 33: assigning a wallet, reading it by address and by id, listing wallets by owner and all.
import { beforeAll, expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aVault } from "../../support/payments/a-payout.ts";
import { aUda } from "../../support/payments/a-uda.ts";
import { problem, send, statusesByKey } from "../http-client.ts";

const sandbox = sharedSandbox();
const INVALID = problem(400, "Invalid request");
const BAD_QUERY = problem(400, "Invalid query parameters");
const get = (path: string) => send(sandbox(), { path });
const post = (body: unknown, headers: Record<string, string> = {}) =>
  send(sandbox(), { method: "POST", path: "/wallets", body, headers });

type Wallet = { id: string; address: string; network_id: string; network_symbol: string };
/** Ann's wallets, oldest first. */
const anns: Wallet[] = [];
beforeAll(async () => {
  for (const network_symbol of ["base", "ethereum", "base", "polygon"])
    anns.push((await post({ owner: "ann", network_symbol })).body.data);
  for (let at = 0; at < 22; at += 1) await post({ owner: "bob", network_symbol: "bsc" });
});

const failing = async (operation_id: string, call: () => Promise<{ body: unknown }>) => {
  await sandbox().control("POST", "/faults", {
    gate: "api.request",
    effect: "status",
    params: { status: 500 },
    match: { operation_id },
  });
  expect((await call()).body).toEqual(problem(500, "Internal server error"));
};

test("a wallet is assigned with 201, by the id or the symbol of its network or both (S-350, S-353, S-354, S-355, S-528)", async () => {
  const body = { owner: "carol", network_symbol: "base" };
  expect(await statusesByKey(sandbox(), { method: "POST", path: "/wallets", body })).toEqual([401, 201]);
  for (const network of [
    { network_id: "8453" },
    { network_symbol: "base" },
    { network_symbol: "Base" },
    { network_id: "8453", network_symbol: "base" },
    { network_id: "8453", network_symbol: "" },
  ]) {
    const reply = await post({ owner: "carol", ...network });
    expect([reply.status, Object.keys(reply.body.data).toSorted()], JSON.stringify(network)).toEqual([
      201,
      ["address", "id", "network_id", "network_symbol"],
    ]);
    expect(reply.body.data).toMatchObject({ network_id: "8453", network_symbol: "base" });
  }
});

test("owner is required, and a string (S-352, S-356)", async () => {
  for (const owner of [undefined, null, "", 7, ["ann"], {}, "x".repeat(256)])
    expect((await post({ owner, network_symbol: "base" })).body, String(owner)).toEqual(INVALID);
  expect((await post({ owner: "x".repeat(255), network_symbol: "base" })).status).toBe(201);
});

test("no network, two different ones, or one of another type is 400 (S-353, S-354, S-356)", async () => {
  for (const network of [
    {},
    { network_id: "60", network_symbol: "base" },
    { network_id: 60 },
    { network_symbol: ["base"] },
    { network_id: "", network_symbol: "" },
  ])
    expect((await post({ owner: "ann", ...network })).body, JSON.stringify(network)).toEqual(INVALID);
});

test("with an Idempotency-Key a retry gets the first answer and no second wallet (S-351)", async () => {
  const body = { owner: "retry", network_symbol: "base" };
  const headers = { "idempotency-key": "one" };
  const first = await post(body, headers);
  const again = await post(body, headers);
  expect([again.status, again.text, again.headers.get("idempotent-replayed")]).toEqual([201, first.text, "true"]);
  expect((await post(body, { "idempotency-key": "two" })).text).not.toBe(first.text);
  expect((await post(body)).text).not.toBe(first.text);
  expect((await get("/wallets/owner/retry")).body.pagination.total_items).toBe(3);
  expect((await post({ ...body, owner: "other" }, headers)).body).toEqual(
    problem(400, "Idempotency-Key already used with a different request"),
  );
});

test("a network of which nothing is enabled is 400, an unknown one 404, an empty pool 404 (S-357, S-358, S-359, S-534)", async () => {
  const { control, ready } = sandbox();
  const order = { owner: "dora", network_symbol: "arbitrum" };
  const assets = (await get("/networks?network_id=9001")).body.data;
  const set = async (enabled: boolean, rows = assets): Promise<void> => {
    for (const { network_id, asset } of rows)
      await send(sandbox(), { method: "PATCH", path: `/networks/${network_id}/${asset}`, body: { enabled } });
  };
  await set(false, assets.slice(1));
  expect((await post(order)).status).toBe(201);
  await set(false);
  expect((await post(order)).body).toEqual(problem(400, "Network not enabled"));
  await set(true);
  for (const network of [{ network_symbol: "atlantis" }, { network_id: "61" }])
    expect((await post({ owner: "dora", ...network })).body).toEqual(problem(404, "Network not found"));
  await control("PUT", `/tenants/${ready.tenant_id}/wallet-pool`, { network: "arbitrum", remaining: 1 });
  expect((await post(order)).status).toBe(201);
  expect((await post(order)).body).toEqual(problem(404, "No available wallets"));
});

test("server errors are 500 (S-360, S-375, S-379)", async () => {
  await failing("createWallet", () => post({ owner: "ann", network_symbol: "base" }));
  await failing("listWalletsByOwner", () => get("/wallets/owner/ann"));
  await failing("getWalletByAddress", () => get(`/wallets/address/${anns[0]?.address}`));
});

test("the wallets of one owner as an array with pagination (S-361, S-362, S-370, S-371, S-372, S-373)", async () => {
  expect(await statusesByKey(sandbox(), { path: "/wallets/owner/ann" })).toEqual([401, 200]);
  const { body } = await get("/wallets/owner/ann");
  expect(body).toEqual({
    success: true,
    message: "operation completed successfully",
    data: anns.toReversed(),
    pagination: { page: 1, limit: 20, total_items: 4, total_pages: 1, has_next: false, has_prev: false },
  });
  for (const owner of ["Ann", "an", "nobody"])
    expect((await get(`/wallets/owner/${owner}`)).body.data, owner).toEqual([]);
  const strange = "Zoë & Co/7:x";
  await post({ owner: strange, network_symbol: "base" });
  expect((await get(`/wallets/owner/${encodeURIComponent(strange)}`)).body.pagination.total_items).toBe(1);
});

test("by default page 1 and limit 20; limit up to 100 (S-368, S-369)", async () => {
  const first = (await get("/wallets/owner/bob")).body;
  expect([first.data.length, first.pagination]).toEqual([
    20,
    { page: 1, limit: 20, total_items: 22, total_pages: 2, has_next: true, has_prev: false },
  ]);
  const second = (await get("/wallets/owner/bob?page=2")).body;
  expect([second.data.length, second.pagination]).toMatchObject([2, { page: 2, has_next: false, has_prev: true }]);
  expect((await get("/wallets/owner/bob?limit=100")).body.data).toHaveLength(22);
  for (const wrong of ["limit=101", "limit=0", "page=0", "page=two"])
    expect((await get(`/wallets/owner/bob?${wrong}`)).body).toEqual(BAD_QUERY);
});

test("filter[] by network_id and by address, in each spelling (S-363, S-364, S-365)", async () => {
  const [base, , second] = anns;
  expect((await get(`/wallets/owner/ann?filter[]=address:${base?.address}`)).body.data).toEqual([base]);
  for (const name of ["filter[]", "filter%5B%5D", "filter"]) {
    expect((await get(`/wallets/owner/ann?${name}=network_id:8453`)).body.data, name).toEqual([second, base]);
    expect((await get(`/wallets/owner/ann?${name}=address:${base?.address.toLowerCase()}`)).body.data, name).toEqual([
      base,
    ]);
  }
  expect((await get(`/wallets/owner/ann?filter[]=network_id:60&filter[]=address:${base?.address}`)).body.data).toEqual(
    [],
  );
  expect((await get("/wallets/owner/ann?filter[]=network_id:in:60,966")).body.data).toEqual([anns[3], anns[1]]);
});

test("sort[] is field:direction, asc or desc (S-366, S-367)", async () => {
  const networks = async (sort: string) =>
    (await get(`/wallets/owner/ann?sort[]=${sort}`)).body.data.map(({ network_id }: Wallet) => network_id);
  expect(await networks("network_id:asc")).toEqual(["60", "966", "8453", "8453"]);
  expect(await networks("network_id:desc")).toEqual(["8453", "8453", "966", "60"]);
  const addresses = (await get("/wallets/owner/ann?sort[]=address:asc")).body.data.map(({ address }: Wallet) =>
    address.toLowerCase(),
  );
  expect(addresses).toEqual(addresses.toSorted());
  expect((await get("/wallets/owner/ann?sort[]=network_id:asc&sort[]=id:desc")).body.data).toEqual([
    anns[1],
    anns[3],
    anns[2],
    anns[0],
  ]);
});

test("what cannot be read of a query is 400 (S-374)", async () => {
  for (const wrong of [
    "filter[]=owner:ann",
    "filter[]=network_id",
    "filter[]=network_id:",
    "filter[]=network_id:gt:1",
    "sort[]=owner:asc",
    "sort[]=network_id:up",
    "sort[]=",
    "page=1.5",
    "limit=abc",
  ])
    expect((await get(`/wallets/owner/ann?${wrong}`)).body, wrong).toEqual(BAD_QUERY);
});

test("details by address and by id are the same, with a balance for each asset of the network (S-376, S-377, S-415)", async () => {
  const [base] = anns;
  await sandbox().control("POST", "/deposits", {
    network: "base",
    asset: "USDC",
    amount: "25.5",
    to_address: base?.address,
  });
  const lower = base?.address.toLowerCase();
  expect(await statusesByKey(sandbox(), { path: `/wallets/address/${lower}` })).toEqual([401, 200]);
  expect(await statusesByKey(sandbox(), { path: `/wallets/${base?.id}` })).toEqual([401, 200]);
  const { data } = (await get(`/wallets/address/${lower}`)).body;
  expect(data).toMatchObject({ address: base?.address, owner: "ann" });
  expect(data.balances.map((row: any) => [row.symbol, row.balance])).toEqual([
    ["ETH", { amount: "0", raw: "0", usd: "0.00" }],
    ["USDC", { amount: "25.5", raw: "25500000", usd: "25.50" }],
  ]);
  expect((await get(`/wallets/${base?.id}`)).body.data).toEqual(data);
});

test("a wallet that is not there is 404 (S-378, S-415, S-539, S-552)", async () => {
  const station = (await get("/gas-stations/wallets")).body.data[0];
  const { control, api, clientFor } = sandbox();
  const { api_key } = await control("POST", "/tenants", { name: "another wallet" });
  const theirs = await clientFor(api_key).POST("/wallets", { body: { owner: "theirs", network_symbol: "base" } });
  const uda = await aUda(api, { owner: "no wallet" });
  const vault = await aVault(sandbox(), { amount: "1" });
  for (const path of [
    `/wallets/address/${theirs.data?.data.address}`,
    `/wallets/${theirs.data?.data.id}`,
    `/wallets/address/${uda.address}`,
    `/wallets/address/${vault}`,
    `/wallets/address/0x${"99".repeat(20)}`,
    "/wallets/address/nothing",
    `/wallets/address/${station.address}`,
    "/wallets/nothing",
    `/wallets/${station.id}`,
  ])
    expect((await get(path)).body, path).toEqual(problem(404, "Wallet not found"));
});

test("H-88 all assigned wallets in pages, filtered and sorted, each with its owner (S-416, S-417)", async () => {
  const owned = anns.map((wallet) => ({ ...wallet, owner: "ann" }));
  expect(await statusesByKey(sandbox(), { path: "/wallets" })).toEqual([401, 200]);
  const first = (await get("/wallets")).body;
  const total = first.pagination.total_items;
  expect(total).toBeGreaterThan(26);
  expect(first.pagination).toEqual({
    page: 1,
    limit: 20,
    total_items: total,
    total_pages: Math.ceil(total / 20),
    has_next: true,
    has_prev: false,
  });
  expect(first.data).toHaveLength(20);
  const met = [...first.data, ...(await get("/wallets?page=2")).body.data, ...(await get("/wallets?page=3")).body.data];
  expect([met.length, new Set(met.map(({ id }: Wallet) => id)).size]).toEqual([total, total]);
  expect((await get("/wallets?filter[]=owner:ann")).body.data).toEqual(owned.toReversed());
  expect((await get("/wallets?owner=ann&sort[]=created_at:asc")).body.data).toEqual(owned);
  expect((await get("/wallets?filter[]=owner:in:ann,bob&filter[]=network_symbol:polygon")).body.data).toEqual([
    owned[3],
  ]);
  const owners = (await get("/wallets?filter[]=owner:in:ann,bob&sort[]=owner:desc&limit=23")).body.data;
  expect(owners[22]).toEqual(owned[3]);
  for (const wrong of ["filter[]=balance:1", "sort[]=balance:asc", "limit=101"])
    expect((await get(`/wallets?${wrong}`)).body).toEqual(BAD_QUERY);
});
