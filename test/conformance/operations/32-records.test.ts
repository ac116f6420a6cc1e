// Section 32, and parts of 33: deposits and unified transactions, by id and as lists.
import { beforeAll, expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault } from "../../support/payments/a-payout.ts";
import { aUda, sendToken } from "../../support/payments/a-uda.ts";
import { aWallet } from "../../support/payments/on-chain.ts";
import { problem, send, statusesByKey } from "../http-client.ts";

const sandbox = sharedSandbox();
const hashes: string[] = [];
beforeAll(async () => {
  const { api, control } = sandbox();
  const wallet = await aWallet(api);
  for (const amount of ["1", "2", "3"]) {
    hashes.push(await sendToken(sandbox(), { network: "base", asset: "USDC", to: wallet.address, amount }));
    await control("POST", "/clock/advance", { by: "10s" });
  }
  await aVault(sandbox(), { amount: "100" });
  await aPayout(sandbox());
  const uda = await aUda(api);
  await sendToken(sandbox(), { network: "polygon", asset: "USDT", to: uda.address, amount: "50" });
  await control("POST", "/run-until-idle");
});

const get = (path: string) => send(sandbox(), { path });
const all = async (path: string): Promise<any[]> => (await get(`${path}?limit=100`)).body.data;

test("a transaction by its id is the one of the list (S-393, S-394, S-395)", async () => {
  const records = await all("/transactions");
  expect(records.length).toBeGreaterThan(6);
  expect(await statusesByKey(sandbox(), { path: `/transactions/${records[0].id}` })).toEqual([401, 200]);
  for (const record of records) expect((await get(`/transactions/${record.id}`)).body.data).toEqual(record);
});

test("400 for a malformed id, 404 for an unknown one, 500 for an internal error (S-396, S-536)", async () => {
  const [{ source_id }] = await all("/transactions");
  expect((await get("/transactions/a%20b")).body).toEqual(problem(400, "Invalid request parameters"));
  expect((await get(`/transactions/${"x".repeat(129)}`)).body).toEqual(problem(400, "Invalid request parameters"));
  for (const id of ["nobody", source_id, "00000000-0000-7000-8000-000000000000"])
    expect((await get(`/transactions/${id}`)).body, id).toEqual(problem(404, "Transaction not found"));
  await sandbox().control("POST", "/faults", {
    gate: "api.request",
    effect: "status",
    params: { status: 500 },
    match: { operation_id: "getTransaction" },
  });
  expect((await get("/transactions/nobody")).body).toEqual(problem(500, "Internal server error"));
});

test("the list has deposits, payouts, refills and settlements, of one tenant, in pages (S-418)", async () => {
  expect(await statusesByKey(sandbox(), { path: "/transactions" })).toEqual([401, 200]);
  const records = await all("/transactions");
  expect(new Set(records.map(({ type }) => type))).toEqual(new Set(["deposit", "payout", "refill", "settlement"]));
  for (const type of ["deposit", "payout", "refill", "settlement"]) {
    const { data, pagination } = (await get(`/transactions?limit=100&filter[]=type:${type}`)).body;
    expect(data, type).toEqual(records.filter((record) => record.type === type));
    expect(pagination.total_items, type).toBe(data.length);
  }
  const page = (await get("/transactions?limit=2&page=2&sort[]=created_at:desc")).body;
  expect(page.data).toEqual(records.slice(2, 4));
  expect(page.pagination).toMatchObject({ page: 2, limit: 2, total_items: records.length, has_prev: true });
  for (const wrong of ["type=theft", "filter[]=nothing:1", "sort[]=memo", "limit=0"])
    expect((await get(`/transactions?${wrong}`)).body, wrong).toEqual(problem(400, "Invalid query parameters"));
});

test("a deposit by its id is the one of the list (S-397)", async () => {
  const deposits = await all("/deposits");
  expect(await statusesByKey(sandbox(), { path: `/deposits/${deposits[0].id}` })).toEqual([401, 200]);
  for (const deposit of deposits) expect((await get(`/deposits/${deposit.id}`)).body.data).toEqual(deposit);
  expect((await get("/deposits/nobody")).body).toEqual(problem(404, "Transaction not found"));
  expect((await get("/deposits/a%20b")).body).toEqual(problem(400, "Invalid request parameters"));
});

test("deposits come in pages, newest first (S-398)", async () => {
  expect(await statusesByKey(sandbox(), { path: "/deposits" })).toEqual([401, 200]);
  const deposits = await all("/deposits");
  const times = deposits.map(({ time }) => time);
  expect(times).toEqual(times.toSorted().toReversed());
  const first = (await get("/deposits")).body;
  expect(first.pagination).toEqual({
    page: 1,
    limit: 20,
    total_items: deposits.length,
    total_pages: 1,
    has_next: false,
    has_prev: false,
  });
  const second = (await get("/deposits?limit=2&page=2")).body;
  expect([second.data, second.pagination.has_prev]).toEqual([deposits.slice(2, 4), true]);
});

test("deposits are filtered by their fields (S-399)", async () => {
  const deposits = await all("/deposits");
  const fields = [
    "id",
    "tx_id",
    "owner",
    "network_id",
    "network_symbol",
    "symbol",
    "contract_address",
    "to_address",
    "to_wallet_category",
    "block_number",
    "time",
  ];
  for (const field of fields) {
    const value = deposits.find((deposit) => deposit[field] !== "")[field];
    const expected = deposits.filter((deposit) => deposit[field] === value);
    expect(expected.length, field).toBeLessThan(deposits.length);
    for (const query of [`filter[]=${field}:${encodeURIComponent(value)}`, `${field}=${encodeURIComponent(value)}`])
      expect((await get(`/deposits?limit=100&${query}`)).body.data, query).toEqual(expected);
  }
  expect((await get("/deposits?filter[]=owner:nobody")).body.data).toEqual([]);
  expect((await get("/deposits?filter[]=amount:1")).body).toEqual(problem(400, "Invalid query parameters"));
});

test("deposits are filtered by transaction id, both ways, in any case (S-400)", async () => {
  for (const hash of hashes) {
    const spellings = [hash, `0x${hash.slice(2).toUpperCase()}`];
    for (const query of spellings.flatMap((one) => [`tx_id=${one}`, `filter[]=tx_id:${one}`])) {
      const { data } = (await get(`/deposits?${query}`)).body;
      expect(data, query).toMatchObject([{ tx_id: hash }]);
      expect(data).toHaveLength(1);
    }
  }
  expect((await get(`/deposits?tx_id=0x${"9".repeat(64)}`)).body.data).toEqual([]);
});
