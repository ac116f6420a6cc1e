// Sections 25 and 26, and parts of 34: pending payouts, all payouts, one by its id, and the rejection.
import { beforeAll, expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, payoutNow, recordOf, vaultBalance } from "../../support/payments/a-payout.ts";
import { problem, send, statusesByKey } from "../http-client.ts";

const sandbox = sharedSandbox();
const WAITING = 22;
let vaultId: string;
let paid: string;
beforeAll(async () => {
  vaultId = sandbox().ready.vault_id;
  await aVault(sandbox(), { amount: "1000" });
  await aVault(sandbox(), { network: "base", asset: "USDC", amount: "50" });
  paid = (await aPayout(sandbox(), { network_symbol: "base", asset: "USDC", reference_id: "paid" })).id;
  // Ethereum has manual mining: the gas of these payouts never arrives, so they stay queued.
  await sandbox().control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  for (let at = 1; at <= WAITING; at += 1) {
    await aPayout(sandbox(), { reference_id: `wait-${at}`, amount: String(at) });
    await sandbox().control("POST", "/clock/advance", { by: "1s" });
  }
});

const get = (path: string) => send(sandbox(), { path });
const references = (body: { data: { reference_id: string }[] }) => body.data.map(({ reference_id }) => reference_id);
const waiting = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `wait-${from + at}`);

test("pending: the queued payouts of one vault in pages, by default page 1 with 20 of them (S-334, S-336, S-337, S-339, S-340, S-464)", async () => {
  const path = `/transfer/payout/pending?vault_id=${vaultId}`;
  expect(await statusesByKey(sandbox(), { path })).toEqual([401, 200]);
  const { body } = await get(path);
  expect(references(body)).toEqual(waiting(1, 20));
  expect(body.pagination).toMatchObject({ page: 1, limit: 20 });
  for (const payout of body.data) expect(payout).toMatchObject({ status: "queued", vault_id: vaultId });
  expect(references((await get(`${path}&page=2`)).body)).toEqual(waiting(21, 22));
  // The same payout as by its id.
  expect(body.data[0]).toEqual(await payoutNow(sandbox().api, body.data[0].id));
});

test("pending: whatever status is asked for, queued is served (S-339)", async () => {
  expect((await payoutNow(sandbox().api, paid)).status).toBe("confirmed");
  for (const status of ["confirmed", "processing", "nonsense"]) {
    const { body } = await get(`/transfer/payout/pending?vault_id=${vaultId}&status=${status}&limit=100`);
    expect(references(body), status).toEqual(waiting(1, WAITING));
  }
});

test("pending: vault_id is required, and a vault there must be (S-335)", async () => {
  for (const query of ["", "?vault_id="])
    expect((await get(`/transfer/payout/pending${query}`)).body).toEqual(problem(400, "Invalid query parameters"));
  expect((await get("/transfer/payout/pending?vault_id=nobody")).body).toEqual(problem(404, "Vault not found"));
  const { vault_id, api_key } = await sandbox().control("POST", "/tenants", { name: "other" });
  const theirs = await send(sandbox(), { path: `/transfer/payout/pending?vault_id=${vault_id}`, key: api_key });
  expect(theirs.body.data).toEqual([]);
});

test("pending: limit goes to 100 (S-338)", async () => {
  const path = `/transfer/payout/pending?vault_id=${vaultId}`;
  expect(references((await get(`${path}&limit=100`)).body)).toEqual(waiting(1, WAITING));
  for (const limit of ["101", "0", "x"])
    expect((await get(`${path}&limit=${limit}`)).body, limit).toEqual(problem(400, "Invalid query parameters"));
});

test("pending and all payouts say in four integers and two booleans where in the list one is (S-341, S-342, S-434)", async () => {
  for (const [path, total] of [
    [`/transfer/payout/pending?vault_id=${vaultId}`, WAITING],
    [`/transfer/payout?vault_id=${vaultId}`, WAITING + 1],
  ] as const) {
    const pages = Math.ceil(total / 10);
    for (const page of [1, 2, pages, pages + 1])
      expect((await get(`${path}&limit=10&page=${page}`)).body.pagination, `${path} ${page}`).toEqual({
        page,
        limit: 10,
        total_items: total,
        total_pages: pages,
        has_next: page < pages,
        has_prev: page > 1,
      });
  }
});

test("one payout by its id (S-343, S-465)", async () => {
  expect(await statusesByKey(sandbox(), { path: `/transfer/payout/${paid}` })).toEqual([401, 200]);
  const { body } = await get(`/transfer/payout/${paid}`);
  expect(body.data).toMatchObject({ id: paid, reference_id: "paid", status: "confirmed", vault_id: vaultId });
  expect((await get("/transfer/payout/nobody")).body).toEqual(problem(404, "Payout not found"));
});

test("all payouts, newest first, in pages of 20 (S-432, S-434, S-462)", async () => {
  expect(await statusesByKey(sandbox(), { path: "/transfer/payout" })).toEqual([401, 200]);
  const { body } = await get("/transfer/payout");
  expect(references(body)).toEqual(waiting(3, WAITING).toReversed());
  expect(body.pagination).toMatchObject({ page: 1, limit: 20, total_items: WAITING + 1 });
  expect(references((await get("/transfer/payout?page=2")).body)).toEqual(["wait-2", "wait-1", "paid"]);
});

test("all payouts are filtered by each of their fields, as plain parameters and as filters (S-433, R-062)", async () => {
  const { tx_id, created_at, confirmed_at } = await payoutNow(sandbox().api, paid);
  const rows: [string, string, string[]][] = [
    ["status", "confirmed", ["paid"]],
    ["status", "failed", []],
    ["asset", "usdc", ["paid"]],
    ["network_symbol", "base", ["paid"]],
    ["reference_id", "wait-7", ["wait-7"]],
    ["reference_id", "nothing", []],
    ["tx_id", tx_id.toUpperCase().replace("0X", "0x"), ["paid"]],
    ["confirmed_at", String(confirmed_at), ["paid"]],
  ];
  for (const [field, value, expected] of rows) {
    expect(references((await get(`/transfer/payout?${field}=${value}`)).body), `${field}=${value}`).toEqual(expected);
    expect(references((await get(`/transfer/payout?filter[]=${field}:${value}`)).body), `${field}:${value}`).toEqual(
      expected,
    );
  }
  const both = "filter[]=status:queued&filter[]=reference_id:in:wait-1,wait-2,paid&sort[]=created_at:asc";
  expect(references((await get(`/transfer/payout?${both}`)).body)).toEqual(["wait-1", "wait-2"]);
  const since = (operator: string) => get(`/transfer/payout?limit=100&filter[]=created_at:${operator}:${created_at}`);
  expect(references((await since("lte")).body)).toEqual(["wait-1", "paid"]);
  expect(references((await since("gt")).body)).toEqual(waiting(2, WAITING).toReversed());
  for (const wrong of ["status=gone", "filter[]=nothing:1", "filter[]=status:gone", "sort[]=remark", "sort[]=id:up"])
    expect((await get(`/transfer/payout?${wrong}`)).body, wrong).toEqual(problem(400, "Invalid query parameters"));
  expect((await get("/transfer/payout?vault_id=nobody")).body).toEqual(problem(404, "Vault not found"));
});

test("a payout that waits can be rejected: it ends as expired, its money is free again (S-435, S-466)", async () => {
  const { id } = await aPayout(sandbox(), { reference_id: "rejected", amount: "100" });
  const held = Number((await vaultBalance(sandbox())).available);
  const order = { method: "POST", path: `/transfer/payout/${id}/reject`, body: { reason: "customer cancelled" } };
  expect((await send(sandbox(), { ...order, key: null })).status).toBe(401);
  expect((await payoutNow(sandbox().api, id)).status).toBe("queued");
  const { status, body } = await send(sandbox(), order);
  expect([status, body.data]).toMatchObject([200, { id, status: "expired", tx_id: "", error: "", expired_at: null }]);
  expect(Number((await vaultBalance(sandbox())).available)).toBe(held + 100);
  expect(await recordOf(sandbox().api, id)).toMatchObject({
    status: "rejected",
    meta: { reject_reason: "customer cancelled" },
  });
  expect((await send(sandbox(), order)).body).toEqual(problem(400, "Payout is not pending"));
  const done = await send(sandbox(), { method: "POST", path: `/transfer/payout/${paid}/reject` });
  expect(done.body).toEqual(problem(400, "Payout is not pending"));
  expect((await send(sandbox(), { method: "POST", path: "/transfer/payout/nobody/reject" })).body).toEqual(
    problem(404, "Payout not found"),
  );
});
