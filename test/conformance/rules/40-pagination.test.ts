// Section 40, second part: the two styles of pagination, their limits, and that paging returns every item once.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSandbox } from "../../support/a-sandbox.ts";
import { aVault, payoutBody } from "../../support/payments/a-payout.ts";
import { aUda, sendToken } from "../../support/payments/a-uda.ts";
import { problem, send } from "../http-client.ts";

const OWNER = "has many";
const UDAS = 7;
const SETTLEMENTS = 5;
const WALLETS = 103;
const PENDING = 23;

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let udaId: string;
beforeAll(async () => {
  sandbox = await openSandbox();
  const { api, control, ready } = sandbox;
  const udas = [];
  for (let at = 0; at < UDAS; at += 1) udas.push(await aUda(api, { owner: `owner ${at}` }));
  const { id, address } = udas[0] ?? { id: "", address: "0x" as const };
  udaId = id;
  for (let at = 0; at < SETTLEMENTS; at += 1)
    await sendToken(sandbox, { network: "polygon", asset: "USDT", to: address, amount: "10" });
  await Promise.all(
    Array.from({ length: WALLETS }, () => api.POST("/wallets", { body: { owner: OWNER, network_symbol: "base" } })),
  );
  // A vault without gas on a chain with manual mining: its payouts stay queued.
  await aVault(sandbox, { amount: "1000" });
  await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  for (let at = 0; at < PENDING; at += 1)
    await api.POST("/transfer/payout", { body: payoutBody(ready.vault_id, { reference_id: `order-${at}` }) });
});
afterAll(() => sandbox.end());

const get = async (path: string) => (await send(sandbox, { path })).body;

/** The lists of each style with their numbers of items. */
const offsetLists = (): [string, number][] => [
  ["/uda", UDAS],
  [`/uda/${udaId}/settlements`, SETTLEMENTS],
];
const pageLists = (): [string, number][] => [
  [`/wallets/owner/${encodeURIComponent(OWNER)}?`, WALLETS],
  [`/transfer/payout/pending?vault_id=${sandbox.ready.vault_id}&`, PENDING],
  ["/transfer/payout?", PENDING],
  ["/gas-stations/wallets?", 5],
];

test("UDA and settlement lists: limit 50 by default, at most 200, offset 0 by default (S-563, S-564, S-567)", async () => {
  for (const [path, length] of offsetLists()) {
    const { data, pagination } = await get(path);
    expect(pagination, path).toBeUndefined();
    expect(data, path).toMatchObject({ count: length, limit: 50, offset: 0 });
    expect(data.items).toHaveLength(length);
    expect((await get(`${path}?limit=200`)).data).toMatchObject({ count: length, limit: 200 });
    const part = (await get(`${path}?limit=2&offset=1`)).data;
    expect(part).toEqual({ items: data.items.slice(1, 3), count: 2, limit: 2, offset: 1 });
    expect((await get(`${path}?offset=${length}`)).data).toMatchObject({ items: [], count: 0, offset: length });
    for (const wrong of ["limit=201", "limit=0", "limit=-1", "limit=x", "limit=1e1", "offset=-1", "offset=x", "limit="])
      expect(await get(`${path}?${wrong}`), wrong).toEqual(problem(400, "Invalid query parameters"));
  }
});

test("limit 50 is the number of items served, not only the number reported (S-563)", async () => {
  const { control, clientFor } = sandbox;
  const { api_key } = await control("POST", "/tenants", { name: "many" });
  const api = clientFor(api_key);
  for (let at = 0; at < 51; at += 1) await aUda(api, { owner: `many ${at}`, accepted: ["ETH"], network: "8453" });
  const { data } = await api.GET("/uda");
  expect([data?.data.items.length, data?.data.count, data?.data.limit]).toEqual([50, 50, 50]);
});

test("page lists: by default page 1 and limit 20, at most 100 (S-565, S-566, S-568, S-569, S-570)", async () => {
  for (const [path, length] of pageLists()) {
    const first = await get(path);
    expect(first.pagination, path).toMatchObject({ page: 1, limit: 20, total_items: length });
    expect(first.data, path).toHaveLength(Math.min(20, length));
    expect(first.data, path).toEqual((await get(`${path}page=1&limit=20`)).data);
    const wide = await get(`${path}limit=100`);
    expect([wide.data.length, wide.pagination.limit], path).toEqual([Math.min(100, length), 100]);
    for (const wrong of ["limit=101", "limit=0", "limit=x", "page=0", "page=-1", "page=1.0", "page="])
      expect(await get(`${path}${wrong}`), `${path}${wrong}`).toEqual(problem(400, "Invalid query parameters"));
    // Parameters of the other style are ignored here.
    expect((await get(`${path}offset=3`)).data, path).toEqual(first.data);
    expect(first.data.count, path).toBeUndefined();
  }
});

test("page lists have exactly page, limit, total_items, total_pages, has_next and has_prev (S-571)", async () => {
  for (const [path, length] of pageLists()) {
    const last = Math.ceil(length / 4);
    for (const page of [1, 2, last, last + 1]) {
      const { data, pagination } = await get(`${path}limit=4&page=${page}`);
      expect(pagination, `${path} ${page}`).toEqual({
        page,
        limit: 4,
        total_items: length,
        total_pages: last,
        has_next: page < last,
        has_prev: page > 1,
      });
      expect(data).toHaveLength(Math.max(0, Math.min(4, length - (page - 1) * 4)));
    }
  }
});

test("paging by offset and limit returns every item exactly once, for any limit (S-572)", async () => {
  for (const [path, length] of offsetLists()) {
    const whole = (await get(path)).data.items.map(({ id }: { id: string }) => id);
    expect(new Set(whole).size).toBe(length);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), async (limit) => {
        const met: string[] = [];
        for (let offset = 0; ; offset += limit) {
          const { items } = (await get(`${path}?limit=${limit}&offset=${offset}`)).data;
          if (items.length === 0) break;
          met.push(...items.map(({ id }: { id: string }) => id));
        }
        expect(met).toEqual(whole);
      }),
      { numRuns: 15, examples: [[1], [2], [3], [length - 1], [length], [length + 1], [200]] },
    );
  }
});

test("paging by page returns every item exactly once, for any limit (S-571)", async () => {
  for (const [path, length] of pageLists()) {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5, max: 100 }), async (limit) => {
        const met: string[] = [];
        for (let page = 1; ; page += 1) {
          const { data, pagination } = await get(`${path}limit=${limit}&page=${page}`);
          met.push(...data.map(({ id }: { id: string }) => id));
          if (!pagination.has_next) break;
        }
        expect([met.length, new Set(met).size]).toEqual([length, length]);
      }),
      { numRuns: 5 },
    );
  }
});
