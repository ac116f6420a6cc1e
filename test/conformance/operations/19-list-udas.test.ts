// Section 19: GET /uda.
import { beforeAll, expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { exact, expectProblem, jsonNumber } from "../api.ts";
import { send } from "../http-client.ts";

const [A, B] = [`0x${"a1".repeat(20)}`, `0x${"b2".repeat(20)}`];
const sandbox = sharedSandbox();
/** Names of four different UDAs; 52 more are equal but for their owners. */
const ids = new Map<string, string>();

async function create(owner: string, [address, asset_symbol, network_id]: [string, string, string], key?: string) {
  // Only one deposit network: fewer delegations to wait for.
  const body = { owner, destination: { address, asset_symbol, network_id }, accepted_tokens: ["POL"] };
  const order = { method: "POST", path: "/uda", body, ...(key === undefined ? {} : { key }) };
  const { data } = await exact(sandbox(), order, 201);
  ids.set(owner, data.id);
}

beforeAll(async () => {
  const stranger = await sandbox().control("POST", "/tenants", { name: "stranger" });
  await create("ann", [A, "USDC", "60"], stranger.api_key);
  for (let at = 0; at < 52; at++) await create(`one of many ${at}`, [`0x${"cc".repeat(20)}`, "USDC", "8453"]);
  await create("ann", [A, "USDC", "60"]);
  await create("bob", [A, "USDT", "60"]);
  await create("cid", [B, "USDC", "60"]);
  await create("dan", [A, "USDC", "9001"]);
  await exact(sandbox(), { method: "DELETE", path: `/uda/${ids.get("dan")}` });
});

const page = async (query: string) => (await exact(sandbox(), `/uda?${query}`)).data;
const owners = async (query: string): Promise<string[]> => (await page(query)).items.map((one: any) => one.owner);
const refused = async (query: string) =>
  expectProblem(await send(sandbox(), { path: `/uda?${query}` }), 400, "Invalid query parameters");

test("it is there for those who have a key, and lists the tenant's own (S-278)", async () => {
  expectProblem(await send(sandbox(), { path: "/uda", key: null }), 401, "Missing or invalid API key");
  expect((await page("owner=ann")).items.map((one: any) => one.id)).toEqual([ids.get("ann")]);
});

test("owner is exact (S-279)", async () => {
  expect(await owners("owner=bob")).toEqual(["bob"]);
  for (const other of ["Bob", "bo", "nobody"]) expect(await owners(`owner=${other}`)).toEqual([]);
});

test("network_id is the one of the destination (S-280)", async () => {
  expect(await owners("network_id=60")).toEqual(["cid", "bob", "ann"]);
  expect(await owners("network_id=9001")).toEqual(["dan"]);
  expect(await owners("network_id=966")).toEqual([]);
});

test("to_address is the address of the destination, and needs network_id (S-281, S-282)", async () => {
  expect(await owners(`network_id=60&to_address=${A}`)).toEqual(["bob", "ann"]);
  expect(await owners(`network_id=60&to_address=0x${A.slice(2).toUpperCase()}`)).toEqual(["bob", "ann"]);
  expect(await owners(`network_id=9001&to_address=${B}`)).toEqual([]);
  await refused(`to_address=${A}`);
});

test("asset_symbol is the asset of the destination, and needs network_id (S-283, S-284)", async () => {
  expect(await owners("network_id=60&asset_symbol=USDC")).toEqual(["cid", "ann"]);
  expect(await owners("network_id=60&asset_symbol=POL")).toEqual([]);
  await refused("asset_symbol=USDC");
});

test("status is active or retired and nothing else (S-285)", async () => {
  expect(await owners("status=retired")).toEqual(["dan"]);
  expect((await owners("status=active&limit=200")).includes("dan")).toBe(false);
  for (const other of ["sleeping", "Active", ""]) await refused(`status=${other}`);
});

test("filters are combined with AND (S-289)", async () => {
  const all = { owner: "ann", network_id: "60", to_address: A, asset_symbol: "USDC", status: "active" };
  const asked = (more: object) => owners(new URLSearchParams({ ...all, ...more }).toString());
  expect(await asked({})).toEqual(["ann"]);
  const others = [
    { owner: "bob" },
    { network_id: "9001" },
    { to_address: B },
    { asset_symbol: "USDT" },
    { status: "retired" },
  ];
  for (const other of others) expect(await asked(other), JSON.stringify(other)).toEqual([]);
});

test("a page has 50 items by default, 200 at most (S-286, S-287, S-292)", async () => {
  expect(await page("")).toMatchObject({ count: jsonNumber(50), limit: jsonNumber(50) });
  expect((await page("")).items).toHaveLength(50);
  expect(await page("limit=200")).toMatchObject({ count: jsonNumber(56), limit: jsonNumber(200) });
  expect((await page("limit=200")).items).toHaveLength(56);
  expect((await page("limit=1")).items).toHaveLength(1);
  for (const limit of ["201", "0", "-1", "1.5", "ten", ""]) await refused(`limit=${limit}`);
});

test("it starts at offset 0 by default (S-288, S-293)", async () => {
  const all: string[] = await owners("limit=200");
  expect(all.slice(0, 4)).toEqual(["dan", "cid", "bob", "ann"]);
  expect((await page("")).offset).toEqual(jsonNumber(0));
  expect(await owners("")).toEqual(all.slice(0, 50));
  expect(await owners("offset=2&limit=3")).toEqual(all.slice(2, 5));
  expect((await page("offset=2&limit=3")).offset).toEqual(jsonNumber(2));
  for (const offset of ["-1", "1.5", "two", ""]) await refused(`offset=${offset}`);
});

test("a page has its items, their count, limit and offset (S-290, S-291, S-292, S-293)", async () => {
  const last = await page("offset=50&limit=20");
  expect(Object.keys(last)).toEqual(["items", "count", "limit", "offset"]);
  expect(last).toEqual({
    items: expect.any(Array),
    count: jsonNumber(6),
    limit: jsonNumber(20),
    offset: jsonNumber(50),
  });
  expect(last.items).toHaveLength(6);
  expect(await page("offset=500")).toEqual({
    items: [],
    count: jsonNumber(0),
    limit: jsonNumber(50),
    offset: jsonNumber(500),
  });
});
