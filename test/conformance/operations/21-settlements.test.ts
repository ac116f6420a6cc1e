// Sections 21 and 22, and parts of 34: settlements of a UDA, one by its id, those of one transaction.
import { beforeAll, expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aUda, sendToken } from "../../support/payments/a-uda.ts";
import { problem, send, statusesByKey } from "../http-client.ts";

const sandbox = sharedSandbox();
const hashes: string[] = [];
let uda: Awaited<ReturnType<typeof aUda>>;
let other: Awaited<ReturnType<typeof aUda>>;
beforeAll(async () => {
  uda = await aUda(sandbox().api, { owner: "settles" });
  other = await aUda(sandbox().api, { owner: "settles too" });
  for (const amount of ["10", "20", "30"])
    hashes.push(await sendToken(sandbox(), { network: "polygon", asset: "USDT", to: uda.address, amount }));
  await sendToken(sandbox(), { network: "polygon", asset: "USDT", to: other.address, amount: "40" });
});

const get = (path: string) => send(sandbox(), { path });
const amountsOf = (items: { source: { amount: string } }[]) => items.map(({ source }) => source.amount);

test("a page of the settlements of this UDA, newest first, with count, limit and offset (S-301, S-302, S-303, S-304, S-454)", async () => {
  const path = `/uda/${uda.id}/settlements`;
  expect(await statusesByKey(sandbox(), { path })).toEqual([401, 200]);
  const { data } = (await get(path)).body;
  expect(Object.keys(data).toSorted()).toEqual(["count", "items", "limit", "offset"]);
  expect(data).toMatchObject({ count: 3, limit: 50, offset: 0 });
  expect(amountsOf(data.items)).toEqual(["30000000", "20000000", "10000000"]);
  for (const item of data.items) expect(item).toMatchObject({ uda_id: uda.id, status: "completed" });
  const part = (await get(`${path}?limit=1&offset=1`)).body.data;
  expect([part.count, part.limit, part.offset, amountsOf(part.items)]).toEqual([1, 1, 1, ["20000000"]]);
  expect((await get(`${path}?limit=200`)).body.data.limit).toBe(200);
  expect((await get(`${path}?limit=201`)).body).toEqual(problem(400, "Invalid query parameters"));
  expect(amountsOf((await get(`/uda/${other.id}/settlements`)).body.data.items)).toEqual(["40000000"]);
  expect((await get("/uda/nobody/settlements")).body).toEqual(problem(404, "UDA not found"));
});

test("a settlement that is not there, or another tenant's, is 404 (S-306, S-541)", async () => {
  const { items } = (await get(`/uda/${uda.id}/settlements`)).body.data;
  const { api_key: key } = await sandbox().control("POST", "/tenants", { name: "no settlement" });
  const missing = problem(404, "Settlement not found");
  for (const { id } of items) {
    const reply = await send(sandbox(), { path: `/uda/settlements/${id}`, key });
    expect([reply.status, reply.body]).toEqual([404, missing]);
  }
  for (const id of [uda.id, "nobody", "00000000-0000-7000-8000-000000000000"]) {
    const reply = await get(`/uda/settlements/${id}`);
    expect([reply.status, reply.body], id).toEqual([404, missing]);
  }
});

test("a settlement by its id is the one of the list (S-305, S-306, S-455)", async () => {
  const { items } = (await get(`/uda/${uda.id}/settlements`)).body.data;
  for (const item of items) {
    const path = `/uda/settlements/${item.id}`;
    expect(await statusesByKey(sandbox(), { path })).toEqual([401, 200]);
    expect((await get(path)).body.data).toEqual(item);
  }
  expect((await get(`/uda/settlements/${uda.id}`)).body).toEqual(problem(404, "Settlement not found"));
});

test("by-reference: the settlements of an on-chain transaction, in any case, also none (S-424, S-456)", async () => {
  const path = "/uda/settlements/by-reference";
  expect(await statusesByKey(sandbox(), { path: `${path}?reference=${hashes[1]}` })).toEqual([401, 200]);
  for (const reference of [hashes[1] ?? "", `0x${hashes[1]?.slice(2).toUpperCase()}`]) {
    const { data } = (await get(`${path}?reference=${reference}`)).body;
    expect(data).toMatchObject({ reference, count: 1, items: [{ uda_id: uda.id, source: { amount: "20000000" } }] });
    expect((await get(`/uda/settlements/${data.items[0].id}`)).body.data).toEqual(data.items[0]);
  }
  expect((await get(`${path}?reference=nothing`)).body.data).toEqual({ reference: "nothing", count: 0, items: [] });
  for (const wrong of ["", "?reference=", `?reference=${"x".repeat(129)}`])
    expect((await get(`${path}${wrong}`)).body, wrong).toEqual(problem(400, "Invalid query parameters"));
});
