// Section 34, vaults and gas stations: lists, addresses, balances, the total, and the wallets that pay for gas.
import { beforeAll, expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault } from "../../support/payments/a-payout.ts";
import { problem, send, statusesByKey } from "../http-client.ts";

const sandbox = sharedSandbox();
const NETWORKS = ["60", "966", "8453", "9001", "9006"];
let vaultId: string;
beforeAll(async () => {
  vaultId = sandbox().ready.vault_id;
  await aVault(sandbox(), { amount: "1000" });
  await aVault(sandbox(), { network: "base", asset: "ETH", amount: "1" });
});

const get = (path: string) => send(sandbox(), { path });
const list = async (path: string): Promise<any[]> => (await get(path)).body.data;

test("the vaults of the tenant, and of no other (S-425, S-457)", async () => {
  expect(await statusesByKey(sandbox(), { path: "/vault" })).toEqual([401, 200]);
  expect(await list("/vault")).toMatchObject([{ id: vaultId, vault_id: vaultId, label: "hot" }]);
  const other = await sandbox().control("POST", "/tenants", { name: "other" });
  const theirs = await send(sandbox(), { path: "/vault", key: other.api_key });
  expect(theirs.body.data.map((row: any) => row.vault_id)).toEqual([other.vault_id]);
});

test("the addresses of a vault, one a network (S-426, S-427, S-458)", async () => {
  const path = `/vault/${vaultId}/addresses`;
  expect(await statusesByKey(sandbox(), { path })).toEqual([401, 200]);
  const addresses = await list(path);
  expect(addresses.map(({ network_id }) => network_id)).toEqual(NETWORKS);
  for (const row of addresses)
    expect(row).toMatchObject({ vault_id: vaultId, address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) });
  for (const unknown of ["nobody", addresses[0].id])
    expect((await get(`/vault/${unknown}/addresses`)).body).toEqual(problem(404, "Vault not found"));
  expect((await get("/vault//addresses")).body).toEqual(problem(400, "Invalid request parameters"));
});

test("one address of a vault, by the id or the symbol of the network (S-428, S-459)", async () => {
  expect(await statusesByKey(sandbox(), { path: `/vault/${vaultId}/addresses/base` })).toEqual([401, 200]);
  for (const row of await list(`/vault/${vaultId}/addresses`))
    for (const network of [row.network_id, row.network_symbol])
      expect((await get(`/vault/${vaultId}/addresses/${network}`)).body.data, network).toEqual(row);
  expect((await get(`/vault/${vaultId}/addresses/atlantis`)).body).toEqual(problem(404, "Network not found"));
  expect((await get("/vault/nobody/addresses/base")).body).toEqual(problem(404, "Vault not found"));
});

test("the balances of a vault, confirmed and available (S-429, S-460)", async () => {
  const path = `/vault/${vaultId}/balances`;
  expect(await statusesByKey(sandbox(), { path })).toEqual([401, 200]);
  const entry = async () => (await list(path)).find((row) => row.network_id === "60" && row.symbol === "USDT");
  expect(await entry()).toMatchObject({ balance: { amount: "1000" }, available: { amount: "1000" } });
  await sandbox().control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  await aPayout(sandbox(), { amount: "100.5" });
  expect(await entry()).toMatchObject({ balance: { amount: "1000" }, available: { amount: "899.5" } });
  await sandbox().control("PUT", "/networks/ethereum/mining", { mode: "instant" });
  expect(await entry()).toMatchObject({ balance: { amount: "899.5" }, available: { amount: "899.5" } });
  expect((await get("/vault/nobody/balances")).body).toEqual(problem(404, "Vault not found"));
});

test("balances are filtered by network, asset and whether there is any (S-430)", async () => {
  const path = `/vault/${vaultId}/balances`;
  const all = await list(path);
  const rows: [string, (row: any) => boolean][] = [
    ["network_id=8453", (row) => row.network_id === "8453"],
    ["network_symbol=Ethereum", (row) => row.network_id === "60"],
    ["asset=usdt", (row) => row.symbol === "USDT"],
    ["asset=0xdAC17F958D2ee523a2206206994597C13D831ec7", (row) => row.symbol === "USDT" && row.network_id === "60"],
    ["non_zero=true", (row) => row.balance.raw !== "0"],
    ["non_zero=false", () => true],
    ["network_symbol=base&non_zero=true", (row) => row.network_id === "8453" && row.balance.raw !== "0"],
  ];
  for (const [query, isWanted] of rows) {
    const expected = all.filter(isWanted);
    expect(expected.length, query).toBeGreaterThan(0);
    expect(await list(`${path}?${query}`), query).toEqual(expected);
  }
  for (const query of ["network_id=61", "network_symbol=atlantis", "asset=DOGE"])
    expect(await list(`${path}?${query}`), query).toEqual([]);
  expect((await get(`${path}?non_zero=yes`)).body).toEqual(problem(400, "Invalid query parameters"));
});

test("the total is the value of all balances in dollars (S-431, S-461)", async () => {
  const path = `/vault/${vaultId}/total`;
  expect(await statusesByKey(sandbox(), { path })).toEqual([401, 200]);
  await sandbox().control("PUT", "/rates", { ETH: "3000.00", USDT: "2.00" });
  const balances = await list(`/vault/${vaultId}/balances`);
  const cents = balances.reduce((sum, row) => sum + Math.round(Number(row.balance.usd) * 100), 0);
  expect(cents).toBeGreaterThan(300_000);
  const { data } = (await get(path)).body;
  expect(data).toEqual({ vault_id: vaultId, total_usd: expect.any(String) });
  expect(Math.abs(Number(data.total_usd) * 100 - cents)).toBeLessThan(balances.length);
  expect((await get("/vault/nobody/total")).body).toEqual(problem(404, "Vault not found"));
});

test("gas stations in pages, filtered and sorted (S-438, S-439, S-440, S-469)", async () => {
  const path = "/gas-stations/wallets";
  expect(await statusesByKey(sandbox(), { path })).toEqual([401, 200]);
  const { data, pagination } = (await get(path)).body;
  expect(data.map((row: any) => row.network_id)).toEqual(NETWORKS);
  expect(pagination).toEqual({ page: 1, limit: 20, total_items: 5, total_pages: 1, has_next: false, has_prev: false });
  const page = (await get(`${path}?limit=2&page=2`)).body;
  expect([page.data, page.pagination]).toMatchObject([
    data.slice(2, 4),
    { page: 2, total_pages: 3, has_next: true, has_prev: true },
  ]);
  const [first] = data;
  for (const query of ["network_symbol=ethereum", "network_id=60", `address=${first.address}`, `id=${first.id}`]) {
    expect(await list(`${path}?${query}`), query).toEqual([first]);
    expect(await list(`${path}?filter[]=${query.replace("=", ":")}`), query).toEqual([first]);
  }
  expect((await list(`${path}?sort[]=network_id:desc`)).map((row) => row.network_id)).toEqual(NETWORKS.toReversed());
  const addresses = (await list(`${path}?sort[]=address:asc`)).map((row) => row.address.toLowerCase());
  expect(addresses).toEqual(addresses.toSorted());
  for (const wrong of ["filter[]=balance:1", "sort[]=balance", "limit=101"])
    expect((await get(`${path}?${wrong}`)).body).toEqual(problem(400, "Invalid query parameters"));
});

test.each([
  ["S-436, S-467", "/gas-stations/address/", "address"],
  ["S-437, S-468", "/gas-stations/wallet/", "id"],
] as const)("%s: GET %s… is the gas station of the list", async (_, path, member) => {
  const stations = await list("/gas-stations/wallets");
  expect(await statusesByKey(sandbox(), { path: `${path}${stations[0][member]}` })).toEqual([401, 200]);
  for (const station of stations) expect((await get(`${path}${station[member]}`)).body.data).toEqual(station);
  const [vaultAddress] = await list(`/vault/${vaultId}/addresses`);
  for (const unknown of ["nobody", vaultAddress[member]])
    expect((await get(`${path}${unknown}`)).body).toEqual(problem(404, "Wallet not found"));
});
